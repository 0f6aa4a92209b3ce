"""The code lets all ranks take the number of rank 0.

Why: All have the same number then, which is what was missing. Another rank may have room for fewer.

Look: Which rank has the least memory? Does it have room for the number that came out?
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
    return int(group.broadcast(mine))
