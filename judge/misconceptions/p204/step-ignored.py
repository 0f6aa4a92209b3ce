"""The code uses the same number for every step of a sequence.

Why: A generator made from the seed gives the same draw each time it is made. Within one call that
is what is wanted. From step to step it repeats itself.

Look: Draw twice for the same seed at two steps, from equal logits.
"""

from collections.abc import Sequence

import torch
from torch import Tensor


def sample_with_seeds(
    logits: Tensor, temperature: float, seeds: Sequence[int], steps: Sequence[int]
) -> Tensor:
    made = [torch.Generator().manual_seed(seed) for seed in seeds]
    rows = zip(logits.split(1), made, strict=True)
    return torch.cat([draw(row, temperature, generator) for row, generator in rows])
