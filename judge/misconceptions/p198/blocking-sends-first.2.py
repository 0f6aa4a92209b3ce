"""In the all-gather."""

from collections.abc import Sequence

import torch
import torch.distributed as dist
from torch import Tensor


def all_gather_ring(part: Tensor, sizes: Sequence[int]) -> list[Tensor]:
    size, rank = dist.get_world_size(), dist.get_rank()
    parts = [torch.empty(count, dtype=part.dtype) for count in sizes]
    parts[rank].copy_(part)
    for step in range(size - 1):
        dist.send(parts[(rank - step) % size], (rank + 1) % size)
        dist.recv(parts[(rank - step - 1) % size], (rank - 1) % size)
    return parts
