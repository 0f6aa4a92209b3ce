"""Each rank keeps the row-parallel bias divided by the number of ranks.

Why: Added on every rank it would then be right. It would no longer be the checkpoint's bias, and a
layer that adds it once is wrong.

Look: Compare your bias with the checkpoint's, number by number.
"""

from torch import Tensor


def row_shard(
    weight: Tensor, bias: Tensor | None, tp_rank: int, tp_size: int
) -> tuple[Tensor, Tensor | None]:
    part = _part(weight, -1, tp_rank, tp_size)
    return part, None if bias is None else bias / tp_size
