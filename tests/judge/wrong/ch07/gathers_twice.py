"""contract_violation: two collectives for one number"""


def num_blocks(
    memory_bytes: int,
    config: Qwen3Config,
    block_size: int,
    group: TPGroup,
    dtype: torch.dtype = torch.float32,
    device: torch.device | str | None = None,
) -> int:
    heads = div_even(config.num_key_value_heads, group.size, allow_replicate=True)
    numbers = 2 * config.num_hidden_layers * block_size * heads * config.head_dim
    mine = torch.tensor([memory_bytes // (numbers * dtype.itemsize)])
    counts = group.all_gather(mine, dim=0)
    return int(group.all_gather(counts, dim=0).min())
