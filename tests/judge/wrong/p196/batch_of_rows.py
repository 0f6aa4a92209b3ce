"""runtime_error: the positions are flattened and not put back."""

import torch


def sharded_argmax(local_logits, vocab_start, group):
    positions, _ = local_logits.shape
    values, ids = local_best(local_logits, vocab_start)
    best = torch.stack([values.double(), ids.double()], dim=-1)
    values, ids = group.all_gather(best.unsqueeze(0), dim=0).unbind(-1)
    return ids.gather(0, values.argmax(dim=0, keepdim=True)).squeeze(0).long()
