"""The code keeps the row-parallel bias on rank 0 only.

Why: The bias must be added once, so one rank having it looks enough. Which rank adds it is decided
later, by the layer; a shard holds the parameter.

Look: What does the page say every rank keeps?
"""

from torch import Tensor


def row_shard(
    weight: Tensor, bias: Tensor | None, tp_rank: int, tp_size: int
) -> tuple[Tensor, Tensor | None]:
    return _part(weight, -1, tp_rank, tp_size), bias if tp_rank == 0 else None
