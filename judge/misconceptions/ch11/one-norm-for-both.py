"""The code uses one norm for both halves of the layer.

Why: Both norms have the same shape and the same code, and a swapped weight raises no error.

Look: The checkpoint has two norm weights for each layer. Where is each of them used?
"""

from torch import Tensor


class Qwen3DecoderLayer:
    def forward(self, x: Tensor, rope: object, batch: object, cache: object) -> Tensor:
        x = x + self.self_attn(self.input_layernorm(x), rope, batch, cache)
        return x + self.mlp(self.input_layernorm(x))
