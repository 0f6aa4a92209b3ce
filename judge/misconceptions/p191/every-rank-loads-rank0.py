"""The code gives every rank the first part.

Why: All shapes are right, and rank 0 works. The rank has to decide where its part begins.

Look: Compare the parts of rank 0 and rank 1.
"""

from torch import Tensor


def column_shard(
    weight: Tensor, bias: Tensor | None, tp_rank: int, tp_size: int
) -> tuple[Tensor, Tensor | None]:
    part = _part(weight, -2, 0, tp_size)
    return part, None if bias is None else _part(bias, -1, 0, tp_size)


def row_shard(
    weight: Tensor, bias: Tensor | None, tp_rank: int, tp_size: int
) -> tuple[Tensor, Tensor | None]:
    return _part(weight, -1, 0, tp_size), bias
