"""Problem 195: one rank's contribution to a vocabulary-parallel embedding.

Shapes: ids (...) · table (rows, dim), the rows of one rank. Needs torch and nothing else.
"""

import torch
from torch import Tensor


def masked_lookup(ids: Tensor, table: Tensor, vocab_start: int) -> Tensor:
    """The vectors of the ids that this rank owns, and zeros in the place of all others.

    ids (...) integers of any shape, table (rows, dim) -> (..., dim) in the table's dtype. The rank
    owns the ids from vocab_start to vocab_start + rows, that end not included; it may own none.
    The sum of every rank's result is the plain lookup in the whole table.

    With vocab_start 2 and the table [[5, 6], [7, 8]], ids [1, 3] give [[0, 0], [7, 8]].
    """
    raise NotImplementedError("p195.1 masked_lookup")
