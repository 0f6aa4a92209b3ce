"""The code lets the norm span all heads of the rank instead of one head.

Why: The projection's output is one wide row, and a norm over it is the usual one. On another number
of ranks that row is another one, and so is its mean square.

Look: How many numbers does q_norm.weight have in the checkpoint? How many has one head?
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
        self.q_norm = RMSNorm(self.qkv_proj.num_heads * head_dim, config.rms_norm_eps)
        self.k_norm = RMSNorm(self.qkv_proj.num_kv_heads * head_dim, config.rms_norm_eps)
