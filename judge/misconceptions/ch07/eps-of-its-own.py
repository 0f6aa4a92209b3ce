"""The norms use a fixed epsilon instead of the configuration's.

Why: Most models have 1e-6, and with large numbers it changes nothing.

Look: Where does rms_norm_eps of the configuration go?
"""


class Qwen3Attention:
    def __init__(self, config: Qwen3Config, layer: int, group: TPGroup):
        nn.Module.__init__(self)
        self.layer = layer
        heads, kv_heads = config.num_attention_heads, config.num_key_value_heads
        head_dim, bias = config.head_dim, config.attention_bias
        self.qkv_proj = GroupedQKVParallelLinear(
            config.hidden_size, head_dim, heads, kv_heads, group, bias=bias
        )
        self.o_proj = RowParallelLinear(heads * head_dim, config.hidden_size, group, bias=bias)
        self.q_norm = RMSNorm(head_dim, 1e-6)
        self.k_norm = RMSNorm(head_dim, 1e-6)
