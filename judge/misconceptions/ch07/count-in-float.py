"""The number travels as a float32, which rounds large ones.

Why: Tensors are float32 unless told otherwise, and small numbers arrive as they are. Above
16,777,216 not every whole number has a float32.

Look: What is float(torch.tensor(16777217.0))?
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
    mine = torch.tensor([float(memory_bytes // (numbers * dtype.itemsize))], device=device)
    return int(group.all_gather(mine, dim=0).min())
