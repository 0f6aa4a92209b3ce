"""Seed and step are mixed by an exclusive or.

Why: It looks like mixing. But pairs like (3, 3) and (4, 4) all give 0, as their difference would.

Look: Work out 3 ^ 3 and 4 ^ 4.
"""

from collections.abc import Sequence

import torch
from torch import Tensor


def sample_with_seeds(
    logits: Tensor, temperature: float, seeds: Sequence[int], steps: Sequence[int]
) -> Tensor:
    made = [torch.Generator().manual_seed(s ^ t) for s, t in zip(seeds, steps, strict=True)]
    rows = zip(logits.split(1), made, strict=True)
    return torch.cat([draw(row, temperature, generator) for row, generator in rows])
