"""With floor division, which gives no head at all."""


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
        num_kv_heads = config.num_key_value_heads // group.size
        shape = (2, config.num_hidden_layers, num_blocks, block_size, num_kv_heads, config.head_dim)
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
    num_kv_heads = config.num_key_value_heads // group.size
    numbers = 2 * config.num_hidden_layers * block_size * num_kv_heads * config.head_dim
    mine = torch.tensor([memory_bytes // (numbers * dtype.itemsize)], device=device)
    return int(group.all_gather(mine, dim=0).min())
