"""Tokens are drawn at temperature 1, whatever was asked for.

Why: The softmax of the logits is already a distribution, and at temperature 1 it is the right one.

Look: Halve the temperature. The likely tokens should become likelier; where does your code use it?
"""

import torch
from torch import Tensor


def sample(logits: Tensor, params: object, generator: torch.Generator) -> int:
    probs = logits.double().cpu().softmax(-1)
    probs, ids = probs.sort(descending=True, stable=True)
    probs[probs.cumsum(-1) - probs >= params.top_p] = 0
    return int(ids[torch.multinomial(probs, 1, generator=generator)])
