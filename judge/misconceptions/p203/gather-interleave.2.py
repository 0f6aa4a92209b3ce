"""Dim 0 is split with the batch first."""

from torch import Tensor


def merge_gathered(gathered: Tensor, tp_size: int) -> Tensor:
    blocks = gathered.unflatten(0, (-1, tp_size))
    return blocks.movedim(1, -2).flatten(-2)
