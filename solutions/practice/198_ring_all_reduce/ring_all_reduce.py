"""Problem 198: an all-reduce out of messages between neighbours.

The ranks stand in a ring: each sends to the next rank and receives from the one before, and the
last rank's next is rank 0. Only send and receive of torch.distributed are used; its default group
is running. Idea: Patarasuk and Yuan, "Bandwidth optimal all-reduce algorithms for clusters of
workstations" (2009). Needs torch and the standard library only.
"""

from collections.abc import Sequence

import torch
import torch.distributed as dist
from torch import Tensor


def reduce_scatter_ring(parts: Sequence[Tensor]) -> Tensor:
    """The sum over all ranks of parts[rank], each rank its own.

    parts: one 1-D tensor for each rank, of the same sizes on all ranks; sizes may differ from each
    other and be 0. parts stay as they are. Each rank sends every part but its own, once.
    """
    return _sum_of_own(parts)


def all_gather_ring(part: Tensor, sizes: Sequence[int]) -> list[Tensor]:
    """Every rank's part, in rank order, on every rank.

    part is 1-D and has sizes[rank] numbers; every rank is told all sizes. Each rank sends every
    part but that of the next rank, once.
    """
    return _all_parts(part, sizes)


def ring_all_reduce(x: Tensor) -> Tensor:
    """The sum of every rank's x, on every rank: the shape and dtype of x, which stays as it is.

    x has any shape, on all ranks the same: no dimensions, fewer numbers than ranks, or none. In
    each of the 2 * (size - 1) steps a rank sends at most ceil(numel / size) numbers.
    """
    parts = x.flatten().tensor_split(dist.get_world_size())
    own = _sum_of_own(parts)
    return torch.cat(_all_parts(own, [len(part) for part in parts])).view(x.shape)


def _sum_of_own(parts: Sequence[Tensor]) -> Tensor:
    """Each sum starts on the rank after its owner and grows on its way around to the owner."""
    size, rank = dist.get_world_size(), dist.get_rank()
    total = parts[rank - 1]
    for step in range(size - 1):
        own = parts[(rank - 2 - step) % size]
        total = own + _exchange(total, torch.empty_like(own))
    return total


def _all_parts(part: Tensor, sizes: Sequence[int]) -> list[Tensor]:
    """Each part goes around; a rank passes on what it received last."""
    size, rank = dist.get_world_size(), dist.get_rank()
    parts = [torch.empty(count, dtype=part.dtype) for count in sizes]
    parts[rank].copy_(part)
    for step in range(size - 1):
        _exchange(parts[(rank - step) % size], parts[(rank - step - 1) % size])
    return parts


def _exchange(outgoing: Tensor, incoming: Tensor) -> Tensor:
    """Send to the next rank while receiving from the one before; returns incoming."""
    size, rank = dist.get_world_size(), dist.get_rank()
    sending = dist.isend(outgoing, (rank + 1) % size)
    dist.recv(incoming, (rank - 1) % size)
    sending.wait()
    return incoming
