"""Where to cut a matrix product, and when the ranks must talk.

Everything happens in one process: a list holds what each rank would hold. The idea of a column cut
followed by a row cut is Megatron-LM's (Shoeybi et al., 2019).

Weights are stored as PyTorch stores them, (out, in), and a layer computes x @ weight.T. The maths
is usually written x @ W with W (in, out), so a "column" of W is a *row* of the stored weight.

Shapes: x (..., in) · weight (out, in) · y (..., out) · tp ranks
"""

from collections.abc import Sequence

from torch import Tensor


def divide(numerator: int, denominator: int) -> int:
    """Divide exactly: the size of one rank's part.

    Raises ValueError that prints both numbers when denominator is below 1 or does not divide.

    >>> divide(3072, 2)
    1536
    """
    raise NotImplementedError("ch01.1 divide or refuse")


def column_shard(weight: Tensor, tp_rank: int, tp_size: int) -> Tensor:
    """Cut the output dimension: the part of the weight with which a rank computes a slice of y.

    weight (out, in) -> (out/tp, in). The shard owns its memory: it must not keep weight alive.
    Raises ValueError when tp_size does not divide out.
    """
    raise NotImplementedError("ch01.2 column and row shards")


def row_shard(weight: Tensor, tp_rank: int, tp_size: int) -> Tensor:
    """Cut the input dimension: the part of the weight that meets a rank's slice of x.

    weight (out, in) -> (out, in/tp). The shard owns its memory: it must not keep weight alive.
    Raises ValueError when tp_size does not divide in.
    """
    raise NotImplementedError("ch01.2 column and row shards")


def column_parallel(x: Tensor, shards: Sequence[Tensor]) -> list[Tensor]:
    """What each rank computes from the whole x and its own column shard.

    x (..., in), shards tp times (out/tp, in) -> tp slices (..., out/tp), in rank order.
    Concatenated along the last dimension the slices are x @ weight.T.
    """
    raise NotImplementedError("ch01.3 both products")


def row_parallel(x: Tensor | Sequence[Tensor], shards: Sequence[Tensor]) -> Tensor:
    """The complete product, from row shards.

    x is whole, (..., in), or already cut as column_parallel leaves it: a sequence of tp slices
    (..., in/tp). shards are tp times (out, in/tp). Returns x @ weight.T, (..., out).
    """
    raise NotImplementedError("ch01.3 both products")


def mlp(x: Tensor, up: Tensor, down: Tensor, tp_size: int) -> Tensor:
    """relu(x @ up.T) @ down.T, computed in tp_size parts that meet only once, at the end.

    x (..., hidden), up (intermediate, hidden), down (hidden, intermediate) -> (..., hidden).
    Each rank applies relu to its own slice. Raises ValueError when tp_size does not divide
    intermediate.
    """
    raise NotImplementedError("ch01.4 column-row MLP")


def collectives_per_forward(num_layers: int) -> dict[str, int]:
    """How often the ranks must talk in one forward of a decoder with num_layers layers, tp > 1.

    The model: a vocab-parallel embedding; in each layer the pairs qkv -> o and gate_up -> down;
    replicated norms; an LM head whose logits only rank 0 wants. Returns the number of calls of each
    kind, {"all_reduce": ..., "gather": ...}.
    """
    raise NotImplementedError("ch01.5 collectives of a model")
