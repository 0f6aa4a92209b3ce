"""The heads are divided before the layers are told of them, which divide again.

Why: A rank has only a part of the heads. The layers want the whole counts and divide themselves.

Look: What do the arguments of GroupedQKVParallelLinear and RowParallelLinear mean, whole or local?
"""


class Qwen3Attention:
    def __init__(self, config: Qwen3Config, layer: int, group: TPGroup):
        nn.Module.__init__(self)
        self.layer = layer
        heads = config.num_attention_heads // group.size
        kv_heads = max(config.num_key_value_heads // group.size, 1)
        head_dim, bias = config.head_dim, config.attention_bias
        self.qkv_proj = GroupedQKVParallelLinear(
            config.hidden_size, head_dim, heads, kv_heads, group, bias=bias
        )
        self.o_proj = RowParallelLinear(heads * head_dim, config.hidden_size, group, bias=bias)
        self.q_norm = RMSNorm(head_dim, config.rms_norm_eps)
        self.k_norm = RMSNorm(head_dim, config.rms_norm_eps)
