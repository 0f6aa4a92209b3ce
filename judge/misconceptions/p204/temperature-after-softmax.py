"""The probabilities are divided by the temperature, not the logits.

Why: Both come before the draw. But dividing all probabilities by the same number changes nothing
about their shares.

Look: Compare the shares at temperature 0.5 with those at temperature 2.
"""

import torch
from torch import Tensor


def draw(logits: Tensor, temperature: float, generator: torch.Generator) -> Tensor:
    if temperature == 0:
        return logits.argmax(-1)
    probs = logits.float().softmax(-1) / temperature
    return torch.multinomial(probs, 1, generator=generator).squeeze(-1)
