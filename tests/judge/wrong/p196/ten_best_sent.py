"""contract_violation: right ids from each rank's ten best, which is more than is needed."""

import torch


def sharded_argmax(local_logits, vocab_start, group):
    values, ids = local_best(local_logits, vocab_start)
    best = torch.stack([values.double(), ids.double()], dim=-1)
    best = best.unsqueeze(0).repeat(10, *[1] * best.ndim)
    values, ids = group.all_gather(best, dim=0).unbind(-1)
    return ids.gather(0, values.argmax(dim=0, keepdim=True)).squeeze(0).long()
