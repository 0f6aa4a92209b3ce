"""The code counts every number as 4 bytes.

Why: The default is float32. In bfloat16 a number has 2 bytes, and half of the memory stays unused.

Look: What is torch.bfloat16.itemsize?
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
    mine = torch.tensor([memory_bytes // (numbers * 4)], device=device)
    return int(group.all_gather(mine, dim=0).min())
