"""The largest id among all ranks that have the best logit."""

import torch
from torch import Tensor


def sharded_argmax(local_logits: Tensor, vocab_start: int, group) -> Tensor:
    values, ids = local_best(local_logits, vocab_start)
    best = torch.stack([values.double(), ids.double()], dim=-1)
    values, ids = group.all_gather(best.unsqueeze(0), dim=0).unbind(dim=-1)
    winners = ids.masked_fill(values < values.max(dim=0).values, -1)
    return winners.max(dim=0).values.long()
