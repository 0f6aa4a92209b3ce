"""Problem 191: one rank's shard of a bare weight and its bias.

Weights are PyTorch's (out, in), or stacked (experts, out, in). Needs torch and nothing else.
"""

from torch import Tensor


def column_shard(
    weight: Tensor, bias: Tensor | None, tp_rank: int, tp_size: int
) -> tuple[Tensor, Tensor | None]:
    """This rank's part of a column-parallel layer: an equal part of the outputs.

    weight (..., out, in) -> (..., out/tp, in); bias (..., out) -> (..., out/tp), None stays None.
    The parts are in the order of the ranks and own their memory; at size 1 the tensors themselves
    may be returned. Raises ValueError, printing both numbers, when tp_size does not divide out.
    """
    raise NotImplementedError("p191.1 column_shard")


def row_shard(
    weight: Tensor, bias: Tensor | None, tp_rank: int, tp_size: int
) -> tuple[Tensor, Tensor | None]:
    """This rank's part of a row-parallel layer: an equal part of the inputs.

    weight (..., out, in) -> (..., out, in/tp), with memory of its own; at size 1 the weight itself
    may be returned. The bias (..., out) belongs to the sum over the ranks: it stays whole on every
    rank and may be returned itself; None stays None.
    Raises ValueError, printing both numbers, when tp_size does not divide in.
    """
    raise NotImplementedError("p191.2 row_shard")
