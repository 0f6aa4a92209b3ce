"""wrong_answer: the last of equal logits within a rank, the first rank between ranks."""

import torch


def sharded_argmax(local_logits, vocab_start, group):
    values, ids = local_best(local_logits, vocab_start)
    if local_logits.shape[-1]:
        ids = vocab_start + local_logits.shape[-1] - 1 - local_logits.flip(-1).argmax(-1)
    best = torch.stack([values.double(), ids.double()], dim=-1)
    values, ids = group.all_gather(best.unsqueeze(0), dim=0).unbind(-1)
    return ids.gather(0, values.argmax(dim=0, keepdim=True)).squeeze(0).long()
