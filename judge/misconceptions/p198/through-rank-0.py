"""Rank 0 collects everything, adds, and sends the sum back.

Why: It is the shortest program. Rank 0 then sends and receives size - 1 times the tensor while the
others wait: its link decides how long it takes.

Look: How many bytes pass through rank 0 with 8 ranks?
"""

from collections.abc import Sequence

import torch
import torch.distributed as dist
from torch import Tensor


def ring_all_reduce(x: Tensor) -> Tensor:
    size, total = dist.get_world_size(), x.contiguous().clone()
    if dist.get_rank() > 0:
        dist.send(total, 0)
        dist.recv(total, 0)
        return total
    for rank in range(1, size):
        other = torch.empty_like(total)
        dist.recv(other, rank)
        total += other
    for rank in range(1, size):
        dist.send(total, rank)
    return total
