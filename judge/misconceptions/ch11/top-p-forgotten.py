"""Tokens outside top_p are drawn too.

Why: The temperature alone already changes the distribution, and a rare token is rarely seen.

Look: With probabilities 0.5, 0.3, 0.2 and top_p 0.6, which tokens may be drawn at all?
"""

import torch
from torch import Tensor


def sample(logits: Tensor, params: object, generator: torch.Generator) -> int:
    logits = logits.double().cpu()
    probs = ((logits - logits.max()) / params.temperature).softmax(-1)
    probs, ids = probs.sort(descending=True, stable=True)
    return int(ids[torch.multinomial(probs, 1, generator=generator)])
