"""All logits are gathered to find one id.

Why: It is right, and simple. It moves the whole vocabulary for each position: 151936 numbers, where
each rank's best logit and its id are enough.

Look: Which of a rank's logits can win?
"""

import torch
from torch import Tensor


def sharded_argmax(local_logits: Tensor, vocab_start: int, group) -> Tensor:
    num_local = local_logits.shape[-1]
    counts = group.all_gather(torch.tensor([num_local]), dim=0)
    starts = group.all_gather(torch.tensor([vocab_start]), dim=0)
    width = int(counts.max())
    padded = local_logits.new_full((*local_logits.shape[:-1], width), -torch.inf)
    padded[..., :num_local] = local_logits
    best = group.all_gather(padded, dim=-1).argmax(dim=-1)
    return starts[best // width] + best % width
