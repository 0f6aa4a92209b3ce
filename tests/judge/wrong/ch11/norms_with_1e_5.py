"""wrong_answer: the norms of a layer have an epsilon of their own."""


class Qwen3DecoderLayer:
    def __init__(self, config: Qwen3Config, layer: int, group: TPGroup):
        super().__init__()
        self.input_layernorm = RMSNorm(config.hidden_size, 1e-5)
        self.self_attn = Qwen3Attention(config, layer, group)
        self.post_attention_layernorm = RMSNorm(config.hidden_size, 1e-5)
        self.mlp = Qwen3MLP(config, group)
