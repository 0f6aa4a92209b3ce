"""The tensor-parallel group: the one thing every layer is given.

A layer asks it for `rank` and `size`, and calls it where the ranks must talk. It opens no
connection itself: chapter 8 writes a group on torch.distributed. `HandGroup` is for everything
before that. It lets one process build the layer of any rank, and add or concatenate what the
ranks return by hand.
"""

from dataclasses import dataclass
from typing import Protocol

from torch import Tensor


class TPGroup(Protocol):
    """The ranks that share one model, as seen by one of them.

    Use what a call returns: it may work in place or not. At size 1 it returns x.
    A non-contiguous x is a ValueError. All ranks must make the same calls in the same order.
    """

    rank: int
    size: int

    def all_reduce(self, x: Tensor) -> Tensor:
        """The sum of every rank's x, on every rank; same shape as x."""

    def all_gather(self, x: Tensor, dim: int = -1) -> Tensor:
        """Every rank's x, concatenated along dim in rank order, on every rank. Equal shapes."""

    def gather(self, x: Tensor, dim: int = -1, dst: int = 0) -> Tensor | None:
        """As all_gather, but on rank dst only; None on the others."""

    def broadcast(self, x: Tensor, src: int = 0) -> Tensor:
        """Rank src's x on every rank. The others pass a tensor of the same shape and dtype."""


@dataclass
class HandGroup:
    """A group without communication: every call returns x as it is.

    One process can so hold the layers of all ranks: [Layer(..., HandGroup(r, 2)) for r in (0, 1)].
    """

    rank: int
    size: int

    def all_reduce(self, x: Tensor) -> Tensor:
        return x

    def all_gather(self, x: Tensor, dim: int = -1) -> Tensor:
        return x

    def gather(self, x: Tensor, dim: int = -1, dst: int = 0) -> Tensor | None:
        return x

    def broadcast(self, x: Tensor, src: int = 0) -> Tensor:
        return x
