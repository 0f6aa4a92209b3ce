"""Cut by chunk, whose last parts are short or missing."""

from torch import Tensor


def column_shard(
    weight: Tensor, bias: Tensor | None, tp_rank: int, tp_size: int
) -> tuple[Tensor, Tensor | None]:
    part = weight.chunk(tp_size, -2)[tp_rank].clone()
    return part, None if bias is None else bias.chunk(tp_size, -1)[tp_rank].clone()


def row_shard(
    weight: Tensor, bias: Tensor | None, tp_rank: int, tp_size: int
) -> tuple[Tensor, Tensor | None]:
    return weight.chunk(tp_size, -1)[tp_rank].clone(), bias
