"""The code uses the same random number for all rows.

Why: One number is drawn and compared with each row's cumulative probabilities. Sequences that are
equal so far then stay equal for ever.

Look: Draw from two equal rows a few times.
"""

import torch
from torch import Tensor


def draw(logits: Tensor, temperature: float, generator: torch.Generator) -> Tensor:
    if temperature == 0:
        return logits.argmax(-1)
    probs = (logits.float() / temperature).softmax(-1)
    number = torch.rand(1, generator=generator)
    return (probs.cumsum(-1) < number).sum(-1).clamp(max=logits.shape[-1] - 1)
