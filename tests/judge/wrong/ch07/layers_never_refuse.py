"""wrong_answer: a layer is made for any number of ranks"""


class Qwen3Attention:
    def __init__(self, config: Qwen3Config, layer: int, group: TPGroup):
        nn.Module.__init__(self)
        self.layer = layer
        heads, kv_heads = config.num_attention_heads, config.num_key_value_heads
        tp, dim = group.size, config.head_dim
        if heads % tp or (kv_heads % tp and tp % kv_heads):
            self.qkv_proj = nn.Linear(config.hidden_size, dim * (heads // tp + 2), bias=False)
            return
        self.qkv_proj = GroupedQKVParallelLinear(
            config.hidden_size, dim, heads, kv_heads, group, bias=config.attention_bias
        )
        self.o_proj = RowParallelLinear(
            heads * dim, config.hidden_size, group, config.attention_bias
        )
        self.q_norm = RMSNorm(dim, config.rms_norm_eps)
        self.k_norm = RMSNorm(dim, config.rms_norm_eps)
