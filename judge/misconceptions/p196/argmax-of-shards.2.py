"""Rank 0's best is sent to all."""

from torch import Tensor


def sharded_argmax(local_logits: Tensor, vocab_start: int, group) -> Tensor:
    return group.broadcast(local_best(local_logits, vocab_start)[1], src=0)
