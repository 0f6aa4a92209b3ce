"""Problem 203: logits that were gathered along dim 0, put back along the vocabulary.

Each rank has the logits of its part of the vocabulary, for the whole batch. The ranks talk through
torch.distributed, whose default group is running. Needs torch and the standard library only.

Shapes: B sequences · V vocab_size · v = ceil(V / tp_size) columns of one rank, padding included
"""

import torch
import torch.distributed as dist
from torch import Tensor


def merge_gathered(gathered: Tensor, tp_size: int) -> Tensor:
    """Put the ranks' blocks side by side: (tp_size * B, ..., v) -> (B, ..., tp_size * v).

    gathered is what an all-gather along dim 0 leaves: the whole (B, ..., v) of rank 0, below it
    that of rank 1, and so on. There may be any number of dimensions between the first and the last.
    In the result, column r * v + i is column i of rank r.
    """
    raise NotImplementedError("p203.1 blocks back along the vocabulary")


def gather_logits(local_logits: Tensor, vocab_size: int) -> Tensor:
    """The logits of the whole vocabulary, on every rank: (B, ..., v) -> (B, ..., vocab_size).

    All ranks call it, with as many columns each. Where tp_size does not divide vocab_size, the last
    ranks' columns are padding that the result does not have. One all-gather.
    """
    raise NotImplementedError("p203.2 all logits on every rank")
