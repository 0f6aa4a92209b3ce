"""The code makes room on every rank for the KV heads of the whole model.

Why: The configuration says how many KV heads there are. A rank only ever stores its own, and the
memory for the others is lost.

Look: Which shape have the k and v that this rank's layer makes?
"""


class KVCache:
    def __init__(
        self,
        config: Qwen3Config,
        num_blocks: int,
        block_size: int,
        group: TPGroup,
        dtype: torch.dtype = torch.float32,
        device: torch.device | str | None = None,
    ):
        heads = config.num_key_value_heads
        shape = (2, config.num_hidden_layers, num_blocks, block_size, heads, config.head_dim)
        self.data = torch.zeros(shape, dtype=dtype, device=device)
        self.block_size = block_size


def num_blocks(
    memory_bytes: int,
    config: Qwen3Config,
    block_size: int,
    group: TPGroup,
    dtype: torch.dtype = torch.float32,
    device: torch.device | str | None = None,
) -> int:
    heads = config.num_key_value_heads
    numbers = 2 * config.num_hidden_layers * block_size * heads * config.head_dim
    mine = torch.tensor([memory_bytes // (numbers * dtype.itemsize)], device=device)
    return int(group.all_gather(mine, dim=0).min())
