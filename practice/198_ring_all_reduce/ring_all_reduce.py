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
    raise NotImplementedError("p198.1 reduce-scatter ring")


def all_gather_ring(part: Tensor, sizes: Sequence[int]) -> list[Tensor]:
    """Every rank's part, in rank order, on every rank.

    part is 1-D and has sizes[rank] numbers; every rank is told all sizes. Each rank sends every
    part but that of the next rank, once.
    """
    raise NotImplementedError("p198.2 all-gather ring")


def ring_all_reduce(x: Tensor) -> Tensor:
    """The sum of every rank's x, on every rank: the shape and dtype of x, which stays as it is.

    x has any shape, on all ranks the same: no dimensions, fewer numbers than ranks, or none. In
    each of the 2 * (size - 1) steps a rank sends at most ceil(numel / size) numbers.
    """
    raise NotImplementedError("p198.3 ring all-reduce")
