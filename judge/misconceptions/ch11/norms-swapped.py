"""The two norms of a layer have changed places.

Why: Both have the same shape and the same code, and the name of the second says only what it
follows.

Look: The name post_attention_layernorm says what it stands behind. In front of what does it stand?
"""

from torch import Tensor


class Qwen3DecoderLayer:
    def forward(self, x: Tensor, rope: object, batch: object, cache: object) -> Tensor:
        x = x + self.self_attn(self.post_attention_layernorm(x), rope, batch, cache)
        return x + self.mlp(self.input_layernorm(x))
