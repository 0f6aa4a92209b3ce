"""The parts are listed in the order in which they come.

Why: Appending what is received is the easy way. A rank's own part is there first, then that of the
rank before it: each rank then has another order.

Look: Print the order of the parts on rank 0 and on rank 1.
"""

from collections.abc import Sequence

import torch
import torch.distributed as dist
from torch import Tensor


def all_gather_ring(part: Tensor, sizes: Sequence[int]) -> list[Tensor]:
    size, rank = dist.get_world_size(), dist.get_rank()
    parts = [part.clone()]
    for step in range(size - 1):
        incoming = torch.empty(sizes[(rank - step - 1) % size], dtype=part.dtype)
        parts.append(_exchange(parts[-1], incoming))
    return parts
