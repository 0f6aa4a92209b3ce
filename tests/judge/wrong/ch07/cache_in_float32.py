"""wrong_answer: dtype and device are left out"""


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
        shape = (2, config.num_hidden_layers, num_blocks, block_size, heads, config.head_dim)
        self.data = torch.zeros(shape, device=device)
        self.block_size = block_size
