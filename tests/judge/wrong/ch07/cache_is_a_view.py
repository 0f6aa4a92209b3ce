"""contract_violation: the local heads are a part of a cache for all heads"""


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
        heads = div_even(config.num_key_value_heads, group.size, allow_replicate=True)
        shape = (2, config.num_hidden_layers, num_blocks, block_size)
        full = torch.zeros(
            *shape, config.num_key_value_heads, config.head_dim, dtype=dtype, device=device
        )
        self.data = full[..., :heads, :]
        self.block_size = block_size
