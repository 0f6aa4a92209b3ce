"""The generator is not used.

Why: PyTorch has a random state of its own, and the draw looks random. Then nobody can repeat it,
and every other use of torch's state moves it.

Look: Draw twice from generators with the same seed.
"""

import torch
from torch import Tensor


def draw(logits: Tensor, temperature: float, generator: torch.Generator) -> Tensor:
    if temperature == 0:
        return logits.argmax(-1)
    probs = (logits.float() / temperature).softmax(-1)
    return torch.multinomial(probs, 1).squeeze(-1)
