"""The logits are multiplied by the temperature.

Why: A high temperature should make something larger. It makes the probabilities more equal, so the
logits must become smaller: they are divided.

Look: Work out the example of the page at temperature 0.5.
"""

import torch
from torch import Tensor


def draw(logits: Tensor, temperature: float, generator: torch.Generator) -> Tensor:
    if temperature == 0:
        return logits.argmax(-1)
    probs = (logits.float() * temperature).softmax(-1)
    return torch.multinomial(probs, 1, generator=generator).squeeze(-1)
