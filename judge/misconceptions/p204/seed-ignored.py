"""The code uses the same number for every sequence at the same step.

Why: The step is counted, and the seed is forgotten. Ten answers to the same question are then one
answer, ten times.

Look: Draw for two seeds at the same step, from equal logits.
"""

from collections.abc import Sequence

import torch
from torch import Tensor


def sample_with_seeds(
    logits: Tensor, temperature: float, seeds: Sequence[int], steps: Sequence[int]
) -> Tensor:
    made = [torch.Generator().manual_seed(step) for step in steps]
    rows = zip(logits.split(1), made, strict=True)
    return torch.cat([draw(row, temperature, generator) for row, generator in rows])
