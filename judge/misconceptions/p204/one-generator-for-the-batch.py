"""The code uses one generator for all rows, one after the other.

Why: The ranks agree, as long as all see the same batch in the same order. But a row's number then
depends on how many rows come before it: a sequence's text changes with its company.

Look: Draw the same row alone, and as the second of two.
"""

from collections.abc import Sequence

import torch
from torch import Tensor


def sample_with_seeds(
    logits: Tensor, temperature: float, seeds: Sequence[int], steps: Sequence[int]
) -> Tensor:
    return draw(logits, temperature, _generator(seeds[0], steps[0]))
