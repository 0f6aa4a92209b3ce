"""At temperature 0 the logits are divided by 0.

Why: The formula has no case for 0. Its limit does: all probability goes to the largest logit.

Look: Print the logits after the division.
"""

import torch
from torch import Tensor


def draw(logits: Tensor, temperature: float, generator: torch.Generator) -> Tensor:
    probs = (logits.float() / temperature).softmax(-1)
    return torch.multinomial(probs, 1, generator=generator).squeeze(-1)
