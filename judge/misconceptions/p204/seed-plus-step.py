"""The code makes the seed of a draw the sum of seed and step.

Why: Both are in it, and each step gets another number. But seed 3 at step 5 and seed 4 at step 4
get the same: two users with neighbouring seeds share their luck, one step apart.

Look: Write down seed + step for two sequences with the seeds 3 and 4.
"""

from collections.abc import Sequence

import torch
from torch import Tensor


def sample_with_seeds(
    logits: Tensor, temperature: float, seeds: Sequence[int], steps: Sequence[int]
) -> Tensor:
    made = [torch.Generator().manual_seed(s + t) for s, t in zip(seeds, steps, strict=True)]
    rows = zip(logits.split(1), made, strict=True)
    return torch.cat([draw(row, temperature, generator) for row, generator in rows])
