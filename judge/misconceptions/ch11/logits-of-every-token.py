"""Logits are computed for every token of the batch, not for each sequence's last one.

Why: Training needs all of them, and the shapes fit.

Look: How many rows should the logits have for a batch of 2 prompts, of 3 and 5 tokens? What does
batch.last hold?
"""

from torch import Tensor


class Qwen3ForCausalLM:
    def forward(self, ids: Tensor, batch: object, cache: object) -> Tensor | None:
        return self.lm_head(self.model(ids, batch, cache))
