"""The first dimension is cut, also when it counts the experts.

Why: In a single weight the outputs are dimension 0 and the inputs dimension 1. A stack of weights
has one more dimension in front.

Look: Count the dimensions of a stacked weight from its end.
"""

from torch import Tensor


def column_shard(
    weight: Tensor, bias: Tensor | None, tp_rank: int, tp_size: int
) -> tuple[Tensor, Tensor | None]:
    part = _part(weight, 0, tp_rank, tp_size)
    return part, None if bias is None else _part(bias, 0, tp_rank, tp_size)


def row_shard(
    weight: Tensor, bias: Tensor | None, tp_rank: int, tp_size: int
) -> tuple[Tensor, Tensor | None]:
    return _part(weight, 1, tp_rank, tp_size), bias
