"""The layers never get a bias, whatever the configuration says.

Why: Qwen3 has none, and the layers' default is none.

Look: What should attention_bias=True change?
"""


class Qwen3Attention:
    def __init__(self, config: Qwen3Config, layer: int, group: TPGroup):
        nn.Module.__init__(self)
        self.layer = layer
        heads, kv_heads = config.num_attention_heads, config.num_key_value_heads
        head_dim = config.head_dim
        self.qkv_proj = GroupedQKVParallelLinear(
            config.hidden_size, head_dim, heads, kv_heads, group
        )
        self.o_proj = RowParallelLinear(heads * head_dim, config.hidden_size, group)
        self.q_norm = RMSNorm(head_dim, config.rms_norm_eps)
        self.k_norm = RMSNorm(head_dim, config.rms_norm_eps)
