"""The code computes the head size as the hidden size divided by the number of heads.

Why: In many models it is. In Qwen3-0.6B 16 heads of 128 make 2048, and the hidden size is 1024.

Look: Print config.head_dim beside the number that you use.
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
        head_dim = config.hidden_size // config.num_attention_heads
        shape = (2, config.num_hidden_layers, num_blocks, block_size, num_kv_heads, head_dim)
        self.data = torch.zeros(shape, dtype=dtype, device=device)
        self.block_size = block_size


def num_blocks(
    memory_bytes: int,
    config: Qwen3Config,
    block_size: int,
    group: TPGroup,
    dtype: torch.dtype = torch.float32,
    device: torch.device | str | None = None,
) -> int:
    num_kv_heads = div_even(config.num_key_value_heads, group.size, allow_replicate=True)
    head_dim = config.hidden_size // config.num_attention_heads
    numbers = 2 * config.num_hidden_layers * block_size * num_kv_heads * head_dim
    mine = torch.tensor([memory_bytes // (numbers * dtype.itemsize)], device=device)
    return int(group.all_gather(mine, dim=0).min())


class Qwen3Attention:
    def __init__(self, config: Qwen3Config, layer: int, group: TPGroup):
        nn.Module.__init__(self)
        self.layer = layer
        heads, kv_heads = config.num_attention_heads, config.num_key_value_heads
        head_dim, bias = config.hidden_size // heads, config.attention_bias
        self.qkv_proj = GroupedQKVParallelLinear(
            config.hidden_size, head_dim, heads, kv_heads, group, bias=bias
        )
        self.o_proj = RowParallelLinear(heads * head_dim, config.hidden_size, group, bias=bias)
        self.q_norm = RMSNorm(head_dim, config.rms_norm_eps)
        self.k_norm = RMSNorm(head_dim, config.rms_norm_eps)
