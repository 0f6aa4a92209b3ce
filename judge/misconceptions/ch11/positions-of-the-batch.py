"""The code counts positions through the whole batch.

Why: The tokens of all sequences lie end to end in ids, so their places there look like positions.

Look: A batch has prompts of 3 and 5 tokens. At which position does the first token of the second
prompt stand? Who knows the positions already?
"""

import torch
from torch import Tensor


class Qwen3Model:
    def forward(self, ids: Tensor, batch: object, cache: object) -> Tensor:
        x = self.embed_tokens(ids)
        positions = torch.arange(len(ids))
        rope = rope_tables(positions, self.config.head_dim, self.config.rope_theta, x.dtype)
        for layer in self.layers:
            x = layer(x, rope, batch, cache)
        return self.norm(x)
