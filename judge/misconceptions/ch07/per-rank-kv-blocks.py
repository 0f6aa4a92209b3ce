"""The code lets each rank take as many blocks as it has room for itself.

Why: Memory is a rank's own affair. A block number is not: it must mean the same block on every
rank.

Look: What happens on the other rank when the one with more room uses its last block?
"""


def num_blocks(
    memory_bytes: int,
    config: Qwen3Config,
    block_size: int,
    group: TPGroup,
    dtype: torch.dtype = torch.float32,
    device: torch.device | str | None = None,
) -> int:
    num_kv_heads = div_even(config.num_key_value_heads, group.size, allow_replicate=True)
    numbers = 2 * config.num_hidden_layers * block_size * num_kv_heads * config.head_dim
    return memory_bytes // (numbers * dtype.itemsize)
