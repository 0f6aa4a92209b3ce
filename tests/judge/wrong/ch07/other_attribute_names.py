"""wrong_answer: q_proj in the place of qkv_proj"""


class Qwen3Attention:
    def __init__(self, config: Qwen3Config, layer: int, group: TPGroup):
        nn.Module.__init__(self)
        self.layer = layer
        heads, kv_heads = config.num_attention_heads, config.num_key_value_heads
        self.q_proj = GroupedQKVParallelLinear(
            config.hidden_size, config.head_dim, heads, kv_heads, group, bias=config.attention_bias
        )
        width = heads * config.head_dim
        self.o_proj = RowParallelLinear(width, config.hidden_size, group, config.attention_bias)
        self.q_norm = RMSNorm(config.head_dim, config.rms_norm_eps)
        self.k_norm = RMSNorm(config.head_dim, config.rms_norm_eps)
