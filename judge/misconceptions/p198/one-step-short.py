"""The ring turns once too seldom.

Why: The first message looks like the start and not like a step. With n ranks everything must make n
- 1 steps.

Look: With 2 ranks, how many messages does each rank send?
"""

from collections.abc import Sequence

import torch
import torch.distributed as dist
from torch import Tensor


def reduce_scatter_ring(parts: Sequence[Tensor]) -> Tensor:
    size, rank = dist.get_world_size(), dist.get_rank()
    total = parts[rank]
    for step in range(1, size - 1):
        own = parts[(rank - 1 - step) % size]
        total = own + _exchange(
            parts[(rank - step) % size] if step == 1 else total, torch.empty_like(own)
        )
    return total


def all_gather_ring(part: Tensor, sizes: Sequence[int]) -> list[Tensor]:
    size, rank = dist.get_world_size(), dist.get_rank()
    parts = [torch.empty(count, dtype=part.dtype) for count in sizes]
    parts[rank].copy_(part)
    for step in range(size - 2):
        _exchange(parts[(rank - step) % size], parts[(rank - step - 1) % size])
    return parts
