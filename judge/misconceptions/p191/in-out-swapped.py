"""The code confuses rows and columns: it takes a weight's columns for its outputs.

Why: In formulas Y = X W has W of shape (in, out), and a column-parallel layer cuts columns of it.
PyTorch stores the weight as (out, in), so the same cut goes through the rows.

Look: Print torch.nn.Linear(3, 5).weight.shape.
"""

from torch import Tensor


def column_shard(
    weight: Tensor, bias: Tensor | None, tp_rank: int, tp_size: int
) -> tuple[Tensor, Tensor | None]:
    part = _part(weight, -1, tp_rank, tp_size)
    return part, None if bias is None else _part(bias, -1, tp_rank, tp_size)


def row_shard(
    weight: Tensor, bias: Tensor | None, tp_rank: int, tp_size: int
) -> tuple[Tensor, Tensor | None]:
    return _part(weight, -2, tp_rank, tp_size), bias
