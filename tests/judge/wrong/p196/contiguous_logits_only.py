"""runtime_error: a view of the logits."""

import torch


def sharded_argmax(local_logits, vocab_start, group):
    local_logits.view(-1)
    values, ids = local_best(local_logits, vocab_start)
    best = torch.stack([values.double(), ids.double()], dim=-1)
    values, ids = group.all_gather(best.unsqueeze(0), dim=0).unbind(-1)
    return ids.gather(0, values.argmax(dim=0, keepdim=True)).squeeze(0).long()
