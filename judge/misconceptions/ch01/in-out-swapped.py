"""Outputs and inputs are taken for each other: the weight is cut along the wrong dimension.

Why: In the maths the weight is written [in, out], and a column cut takes columns. PyTorch stores it
as [out, in], turned by 90 degrees, so the names no longer say which dimension is meant.

Look: Write down the shape of the weight and what its first number counts. Which of the two numbers
is the length of the output?
"""

from torch import Tensor


def column_shard(weight: Tensor, tp_rank: int, tp_size: int) -> Tensor:
    size = divide(weight.shape[1], tp_size)
    return weight[:, tp_rank * size : (tp_rank + 1) * size].clone()


def row_shard(weight: Tensor, tp_rank: int, tp_size: int) -> Tensor:
    size = divide(weight.shape[0], tp_size)
    return weight[tp_rank * size : (tp_rank + 1) * size].clone()
