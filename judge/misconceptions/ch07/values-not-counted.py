"""The code counts a block for its keys alone.

Why: The shape of the keys is at hand, and the values have the same one.

Look: Write down the shape of the cache and multiply its numbers.
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
    numbers = config.num_hidden_layers * block_size * num_kv_heads * config.head_dim
    mine = torch.tensor([memory_bytes // (numbers * dtype.itemsize)], device=device)
    return int(group.all_gather(mine, dim=0).min())
