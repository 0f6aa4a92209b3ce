"""What is received takes the place of the rank's own numbers.

Why: In the all-gather it does. In the reduce-scatter a message is a sum on its way, and each rank
must add its part before it passes it on.

Look: How many ranks' numbers are in your result?
"""

from collections.abc import Sequence

import torch
import torch.distributed as dist
from torch import Tensor


def reduce_scatter_ring(parts: Sequence[Tensor]) -> Tensor:
    size, rank = dist.get_world_size(), dist.get_rank()
    total = parts[rank - 1]
    for step in range(size - 1):
        total = _exchange(total, torch.empty_like(parts[(rank - 2 - step) % size]))
    return total
