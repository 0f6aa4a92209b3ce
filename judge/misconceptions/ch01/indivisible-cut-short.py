"""A size that does not divide is cut short instead of refused.

Why: Floor division always gives a number. The rows that are left over belong to no rank, and the
model is wrong without an error.

Look: Add up the sizes of all shards of 10 rows on 4 ranks.
"""

from torch import Tensor


def divide(numerator: int, denominator: int) -> int:
    return numerator // denominator


def column_shard(weight: Tensor, tp_rank: int, tp_size: int) -> Tensor:
    size = weight.shape[0] // tp_size
    return weight[tp_rank * size : (tp_rank + 1) * size].clone()


def row_shard(weight: Tensor, tp_rank: int, tp_size: int) -> Tensor:
    size = weight.shape[1] // tp_size
    return weight[:, tp_rank * size : (tp_rank + 1) * size].clone()


def mlp(x: Tensor, up: Tensor, down: Tensor, tp_size: int) -> Tensor:
    size = up.shape[0] // tp_size
    parts = [slice(rank * size, (rank + 1) * size) for rank in range(tp_size)]
    return sum((x @ up[part].T).relu() @ down[:, part].T for part in parts)
