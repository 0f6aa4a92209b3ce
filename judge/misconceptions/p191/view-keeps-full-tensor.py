"""The shard is a slice of the whole tensor, which stays in memory.

Why: A slice looks like a small tensor of its own. It points into the memory of the whole one and
keeps all of it alive, on every rank.

Look: Compare shard.untyped_storage().nbytes() with the bytes of the shard's own numbers.
"""

from torch import Tensor


def column_shard(
    weight: Tensor, bias: Tensor | None, tp_rank: int, tp_size: int
) -> tuple[Tensor, Tensor | None]:
    if weight.shape[-2] % tp_size:
        raise ValueError(f"{weight.shape[-2]} is not divisible by {tp_size}")
    rows = weight.shape[-2] // tp_size
    part = weight.narrow(-2, tp_rank * rows, rows)
    return part, None if bias is None else bias.narrow(-1, tp_rank * rows, rows)


def row_shard(
    weight: Tensor, bias: Tensor | None, tp_rank: int, tp_size: int
) -> tuple[Tensor, Tensor | None]:
    if weight.shape[-1] % tp_size:
        raise ValueError(f"{weight.shape[-1]} is not divisible by {tp_size}")
    columns = weight.shape[-1] // tp_size
    return weight.narrow(-1, tp_rank * columns, columns), bias
