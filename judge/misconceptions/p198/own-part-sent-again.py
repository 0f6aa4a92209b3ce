"""In the all-gather, a rank sends its own part in every step.

Why: Its own part is what the others want. But it only talks to its neighbour, who has that part
after the first step and waits for the others'.

Look: What does your neighbour need from you in the second step?
"""

from collections.abc import Sequence

import torch
import torch.distributed as dist
from torch import Tensor


def all_gather_ring(part: Tensor, sizes: Sequence[int]) -> list[Tensor]:
    size, rank = dist.get_world_size(), dist.get_rank()
    parts = [torch.empty(count, dtype=part.dtype) for count in sizes]
    parts[rank].copy_(part)
    for step in range(size - 1):
        _exchange(part, parts[(rank - step - 1) % size])
    return parts
