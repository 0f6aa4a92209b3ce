"""Only between ranks."""

import torch
from torch import Tensor


def sharded_argmax(local_logits: Tensor, vocab_start: int, group) -> Tensor:
    values, ids = local_best(local_logits, vocab_start)
    best = torch.stack([values.double(), ids.double()], dim=-1)
    best = group.all_gather(best.unsqueeze(0), dim=0).flip(0)
    values, ids = best.unbind(dim=-1)
    return ids.gather(0, values.argmax(dim=0, keepdim=True)).squeeze(0).long()
