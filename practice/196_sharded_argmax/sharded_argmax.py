"""Problem 196: the greedy token of logits that are cut along the vocabulary.

Shapes: local_logits (..., ids of one rank) · results (...). Needs torch and nothing else.
"""

import torch
from torch import Tensor


def local_best(local_logits: Tensor, vocab_start: int) -> tuple[Tensor, Tensor]:
    """The best logit among this rank's ids, and which id of the whole vocabulary has it.

    local_logits (..., n), where column i belongs to id vocab_start + i -> values (...) in the dtype
    of the logits, and ids (...) int64. On a tie the lowest id. A rank may own no id (n = 0): then
    every value is -inf and every id vocab_start.

    With vocab_start 4, [[1, 7, 7]] gives the values [7] and the ids [5].
    """
    raise NotImplementedError("p196.1 local_best")


def sharded_argmax(local_logits: Tensor, vocab_start: int, group) -> Tensor:
    """The id with the highest logit of the whole vocabulary, on every rank.

    local_logits (..., n) -> (...) int64. The ranks hold different columns, possibly none, in the
    order of the ranks; the leading dimensions are the same everywhere. On a tie the lowest id.
    Ids below 2**31 are exact, whatever the dtype of the logits.
    Each rank may give at most 64 bytes for each position into all its calls together, however many
    logits it has. group has rank, size, all_reduce, all_gather, gather and broadcast.
    """
    raise NotImplementedError("p196.2 sharded_argmax")
