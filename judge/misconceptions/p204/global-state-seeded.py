"""PyTorch's own random state is set for each row.

Why: A call of torch.manual_seed is the best known way to a fixed draw. It changes the state for
everything else in the process.

Look: Print torch.initial_seed() before and after the call.
"""

from collections.abc import Sequence

import torch
from torch import Tensor


def sample_with_seeds(
    logits: Tensor, temperature: float, seeds: Sequence[int], steps: Sequence[int]
) -> Tensor:
    ids = []
    for row, seed, step in zip(logits.split(1), seeds, steps, strict=True):
        generator = torch.manual_seed(_generator(seed, step).initial_seed())
        ids.append(draw(row, temperature, generator))
    return torch.cat(ids)
