"""Only the bias is cut along its first dimension."""

from torch import Tensor


def column_shard(
    weight: Tensor, bias: Tensor | None, tp_rank: int, tp_size: int
) -> tuple[Tensor, Tensor | None]:
    part = _part(weight, -2, tp_rank, tp_size)
    return part, None if bias is None else _part(bias, 0, tp_rank, tp_size)
