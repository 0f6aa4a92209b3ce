"""The residual stream starts from the normed x, not from x itself.

Why: The normed value is what the block reads, and adding to what was read feels natural. Some older
models do put the norm there.

Look: In x + block(norm(x)), which x stands left of the plus sign?
"""

from torch import Tensor


class Qwen3DecoderLayer:
    def forward(self, x: Tensor, rope: object, batch: object, cache: object) -> Tensor:
        x = self.input_layernorm(x)
        x = x + self.self_attn(x, rope, batch, cache)
        x = self.post_attention_layernorm(x)
        return x + self.mlp(x)
