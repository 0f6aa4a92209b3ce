"""A size that does not divide is cut all the same.

Why: Floor division always gives an answer. Rounded down, the last rows belong to no rank, and
nothing says so.

Look: Add up the rows of all ranks for 10 rows on 4 ranks.
"""

from torch import Tensor


def column_shard(
    weight: Tensor, bias: Tensor | None, tp_rank: int, tp_size: int
) -> tuple[Tensor, Tensor | None]:
    rows = weight.shape[-2] // tp_size
    part = weight.narrow(-2, tp_rank * rows, rows).clone()
    return part, None if bias is None else bias.narrow(-1, tp_rank * rows, rows).clone()


def row_shard(
    weight: Tensor, bias: Tensor | None, tp_rank: int, tp_size: int
) -> tuple[Tensor, Tensor | None]:
    columns = weight.shape[-1] // tp_size
    return weight.narrow(-1, tp_rank * columns, columns).clone(), bias
