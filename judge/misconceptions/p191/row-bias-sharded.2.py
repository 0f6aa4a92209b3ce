"""Refuses a bias that does not divide."""

from torch import Tensor


def row_shard(
    weight: Tensor, bias: Tensor | None, tp_rank: int, tp_size: int
) -> tuple[Tensor, Tensor | None]:
    part = _part(weight, -1, tp_rank, tp_size)
    return part, None if bias is None else _part(bias, -1, tp_rank, tp_size)
