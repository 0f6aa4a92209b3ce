"""The row-parallel bias is cut like the weight.

Why: The weight is cut, so its bias seems to be cut with it. The weight is cut along its inputs, and
a bias has one number for each output.

Look: How many outputs does a rank compute?
"""

from torch import Tensor


def row_shard(
    weight: Tensor, bias: Tensor | None, tp_rank: int, tp_size: int
) -> tuple[Tensor, Tensor | None]:
    part = _part(weight, -1, tp_rank, tp_size)
    if bias is None:
        return part, None
    rows = bias.shape[-1] // tp_size
    return part, bias.narrow(-1, tp_rank * rows, rows).clone()
