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
    if local_logits.shape[-1] == 0:
        local_logits = local_logits.new_full((*local_logits.shape[:-1], 1), -torch.inf)
    values, index = local_logits.max(dim=-1)  # (...) each; max takes the first of equals
    return values, index + vocab_start


def sharded_argmax(local_logits: Tensor, vocab_start: int, group) -> Tensor:
    """The id with the highest logit of the whole vocabulary, on every rank.

    local_logits (..., n) -> (...) int64. The ranks hold different columns, possibly none, in the
    order of the ranks; the leading dimensions are the same everywhere. On a tie the lowest id.
    Ids below 2**31 are exact, whatever the dtype of the logits.
    Each rank may give at most 64 bytes for each position into all its calls together, however many
    logits it has. group has rank, size, all_reduce, all_gather, gather and broadcast.
    """
    values, ids = local_best(local_logits, vocab_start)
    best = torch.stack([values.double(), ids.double()], dim=-1)  # (..., 2), both exact
    best = group.all_gather(best.unsqueeze(0), dim=0)  # (tp, ..., 2)
    values, ids = best.unbind(dim=-1)  # (tp, ...) each; max takes the lowest rank of equals
    return ids.gather(0, values.argmax(dim=0, keepdim=True)).squeeze(0).long()
