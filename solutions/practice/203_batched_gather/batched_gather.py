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
    blocks = gathered.unflatten(0, (tp_size, -1))  # (tp, B, ..., v)
    return blocks.movedim(0, -2).flatten(-2)  # (B, ..., tp * v)


def gather_logits(local_logits: Tensor, vocab_size: int) -> Tensor:
    """The logits of the whole vocabulary, on every rank: (B, ..., v) -> (B, ..., vocab_size).

    All ranks call it, with as many columns each. Where tp_size does not divide vocab_size, the last
    ranks' columns are padding that the result does not have. One all-gather.
    """
    tp_size = dist.get_world_size()
    rows, *rest = local_logits.shape
    shape = (tp_size * rows, *rest)  # (tp * B, ..., v)
    gathered = torch.empty(shape, dtype=local_logits.dtype, device=local_logits.device)
    dist.all_gather_single(gathered, local_logits.contiguous())
    return merge_gathered(gathered, tp_size)[..., :vocab_size]  # (B, ..., V)
