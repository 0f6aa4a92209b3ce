"""The code leaves the column-parallel bias whole.

Why: A bias is small, so keeping all of it costs nothing. Each rank computes a part of the outputs,
and a longer bias does not fit them.

Look: How many outputs does one rank compute, and how long is its bias?
"""

from torch import Tensor


def column_shard(
    weight: Tensor, bias: Tensor | None, tp_rank: int, tp_size: int
) -> tuple[Tensor, Tensor | None]:
    return _part(weight, -2, tp_rank, tp_size), bias
