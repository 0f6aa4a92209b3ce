"""The logits are multiplied by the temperature.

Why: A higher temperature should mean more of something, so it looks like a factor.

Look: At a temperature near 0 the most likely token must win almost always. What do logits times
0.01 give?
"""

import torch
from torch import Tensor


def sample(logits: Tensor, params: object, generator: torch.Generator) -> int:
    logits = logits.double().cpu()
    probs = ((logits - logits.max()) * params.temperature).softmax(-1)
    probs, ids = probs.sort(descending=True, stable=True)
    probs[probs.cumsum(-1) - probs >= params.top_p] = 0
    return int(ids[torch.multinomial(probs, 1, generator=generator)])
