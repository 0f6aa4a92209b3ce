"""Of equal logits the code takes the last one.

Why: A comparison with >= or a sort keeps the last of equals. Ranks and engines must agree on one
rule, and the lowest id is the common one.

Look: Which id does your code give for the logits [5, 5]?
"""

import torch
from torch import Tensor


def draw(logits: Tensor, temperature: float, generator: torch.Generator) -> Tensor:
    if temperature == 0:
        return logits.shape[-1] - 1 - logits.flip(-1).argmax(-1)
    probs = (logits.float() / temperature).softmax(-1)
    return torch.multinomial(probs, 1, generator=generator).squeeze(-1)
