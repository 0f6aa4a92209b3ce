"""The code counts positions from 0 in every forward.

Why: A prompt's positions are 0, 1, 2, …, and a decode step brings a single token.

Look: A sequence of 5 cached tokens brings its sixth. At which position does that token stand?
"""

import torch
from torch import Tensor


class Qwen3Model:
    def forward(self, ids: Tensor, batch: object, cache: object) -> Tensor:
        x = self.embed_tokens(ids)
        positions = torch.cat([torch.arange(length) for length in batch.lengths])
        rope = rope_tables(positions, self.config.head_dim, self.config.rope_theta, x.dtype)
        for layer in self.layers:
            x = layer(x, rope, batch, cache)
        return self.norm(x)
