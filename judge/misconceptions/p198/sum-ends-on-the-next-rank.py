"""The sums are finished on the rank after their owner.

Why: A ring starts naturally with every rank's own part, as in many drawings. Then each sum begins
at its owner, and when every rank has added to it, it has come to the owner's neighbour from behind.

Look: Where does the sum of part 0 start, and on which rank is it after size - 1 steps?
"""

from collections.abc import Sequence

import torch
import torch.distributed as dist
from torch import Tensor


def reduce_scatter_ring(parts: Sequence[Tensor]) -> Tensor:
    size, rank = dist.get_world_size(), dist.get_rank()
    total = parts[rank]
    for step in range(size - 1):
        own = parts[(rank - 1 - step) % size]
        total = own + _exchange(total, torch.empty_like(own))
    return total
