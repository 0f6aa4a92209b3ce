"""The other ranks get zeros."""

from torch import Tensor


def row_shard(
    weight: Tensor, bias: Tensor | None, tp_rank: int, tp_size: int
) -> tuple[Tensor, Tensor | None]:
    part = _part(weight, -1, tp_rank, tp_size)
    if bias is not None and tp_rank > 0:
        bias = bias * 0
    return part, bias
