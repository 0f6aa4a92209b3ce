"""The cache lies on the CPU, whatever device is asked for.

Why: That is where torch.zeros puts a tensor, and the shape and the numbers are the same there. On a
GPU attention then fails: the queries are there, the keys are not.

Look: Which arguments of __init__ does your code use?
"""


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
        num_kv_heads = div_even(config.num_key_value_heads, group.size, allow_replicate=True)
        shape = (2, config.num_hidden_layers, num_blocks, block_size, num_kv_heads, config.head_dim)
        self.data = torch.zeros(shape, dtype=dtype)
        self.block_size = block_size
