"""The token embedding, cut along the vocabulary.

Each rank holds the vectors of a range of ids, and one all-reduce completes the lookup. The
vocabulary need not divide: every rank has a table of the same height, and rows that are not used
are padding. The idea is Megatron-LM's.

Shapes: ids any shape (...) · whole table (V, dim) · a rank's table (ceil(V/tp), dim)
"""

import math

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from ..ch02_linear.linear import check_shape
from ..tp_group import TPGroup


def vocab_range(vocab_size: int, tp_rank: int, tp_size: int) -> tuple[int, int]:
    """The ids [start, end) that a rank owns.

    Every rank owns ceil(vocab_size / tp_size) ids until they run out: trailing ranks own fewer, or
    none, and then the range is (vocab_size, vocab_size).

    >>> [vocab_range(5, tp_rank, 4) for tp_rank in range(4)]
    [(0, 2), (2, 4), (4, 5), (5, 5)]
    """
    raise NotImplementedError("ch05.1 vocabulary ranges")


class VocabParallelEmbedding(nn.Module):
    """An embedding table of which each rank holds a range of rows.

    Parameter: weight (ceil(V/tp), dim), the same shape on every rank; row i is the vector of id
    vocab_start + i, and rows past the range are padding and zero.
    Attributes: num_embeddings, the whole V; vocab_start and vocab_end, the ids owned;
    group, tp_rank, tp_size.
    """

    def __init__(self, num_embeddings: int, embedding_dim: int, group: TPGroup):
        """Create this rank's table, all zeros; num_embeddings is the whole vocabulary.

        The weight gets weight_loader as an attribute, as in the linear layers.
        """
        raise NotImplementedError("ch05.2 table")

    def weight_loader(self, param: nn.Parameter, loaded_weight: Tensor) -> None:
        """Copy this rank's rows of the checkpoint's whole table (V, dim) into param.

        Afterwards the padding rows are zero, whatever they were before.
        Raises ValueError, naming both shapes, when loaded_weight has another shape.
        """
        raise NotImplementedError("ch05.3 loader")

    def local_ids(self, ids: Tensor) -> tuple[Tensor, Tensor]:
        """The row of this rank's table for each id, and where the id belongs to another rank.

        ids (...) integers -> rows (...), safe to look up everywhere, and elsewhere (...) bool.
        The row of an id from elsewhere means nothing. Raises IndexError, on every rank alike, for
        an id that is negative or not below V. With V=4 and tp=2, on rank 1:

        ids [1, 3] -> elsewhere [True, False], and the second row is 1.
        """
        raise NotImplementedError("ch05.4 local ids")

    def forward(self, ids: Tensor) -> Tensor:
        """The vectors of ids, on every rank: ids (...) -> (..., dim).

        The result equals the uncut lookup. One all-reduce; at size 1 none is needed.
        With the table [[1, 2], [3, 4], [5, 6], [7, 8]] and tp=2, ids [1, 3] give [[3, 4], [7, 8]].
        """
        raise NotImplementedError("ch05.5 forward")
