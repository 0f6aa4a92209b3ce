"""Only the bias is a slice."""

from torch import Tensor


def column_shard(
    weight: Tensor, bias: Tensor | None, tp_rank: int, tp_size: int
) -> tuple[Tensor, Tensor | None]:
    part = _part(weight, -2, tp_rank, tp_size)
    if bias is None:
        return part, None
    rows = bias.shape[-1] // tp_size
    return part, bias.narrow(-1, tp_rank * rows, rows)
