"""The code adds up or averages the ranks' numbers.

Why: An all-reduce sums, and the mean of all ranks seems fair. A rank below the mean has no room for
it.

Look: With room for 100 and for 63 blocks, which number can both ranks hold?
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
    mine = torch.tensor([memory_bytes // (numbers * dtype.itemsize)], device=device)
    return int(group.all_reduce(mine)) // group.size
