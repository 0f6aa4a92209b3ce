"""The hidden states go to the head without the final norm.

Why: Each layer norms its own input, so the last one's output looks finished.

Look: The residual stream that leaves the last layer has been added to many times. What does the
head expect of its size?
"""

from torch import Tensor


class Qwen3Model:
    def forward(self, ids: Tensor, batch: object, cache: object) -> Tensor:
        x = self.embed_tokens(ids)
        positions = batch.positions.to(ids.device)
        rope = rope_tables(positions, self.config.head_dim, self.config.rope_theta, x.dtype)
        for layer in self.layers:
            x = layer(x, rope, batch, cache)
        return x
