"""The ring turns once too often.

Why: There are as many parts as ranks, so as many steps seem right. But each rank starts with
something already: after size - 1 steps everything has been everywhere.

Look: Count the messages of one rank for 2 ranks.
"""

from collections.abc import Sequence

import torch
import torch.distributed as dist
from torch import Tensor


def reduce_scatter_ring(parts: Sequence[Tensor]) -> Tensor:
    size, rank = dist.get_world_size(), dist.get_rank()
    total = own = parts[rank - 1]
    for step in range(size if size > 1 else 0):
        if step == size - 1:
            own_sum = total
        own = parts[(rank - 2 - step) % size]
        total = own + _exchange(total, torch.empty_like(own))
    return own_sum if size > 1 else total


def all_gather_ring(part: Tensor, sizes: Sequence[int]) -> list[Tensor]:
    size, rank = dist.get_world_size(), dist.get_rank()
    parts = [torch.empty(count, dtype=part.dtype) for count in sizes]
    parts[rank].copy_(part)
    for step in range(size if size > 1 else 0):
        _exchange(parts[(rank - step) % size], parts[(rank - step - 1) % size])
    return parts
