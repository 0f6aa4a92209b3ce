"""Values and ids travel apart, each in its own dtype."""

import torch


def local_best(local_logits, vocab_start):
    if local_logits.numel() == 0:
        batch = local_logits.shape[:-1]
        values = torch.full(batch, float("-inf"), dtype=local_logits.dtype)
        return values, torch.full(batch, vocab_start)
    ids = local_logits.argmax(-1)
    return local_logits.gather(-1, ids.unsqueeze(-1)).squeeze(-1), ids + vocab_start


def sharded_argmax(local_logits, vocab_start, group):
    values, ids = local_best(local_logits, vocab_start)
    values = group.all_gather(values.unsqueeze(-1).contiguous(), dim=-1)
    ids = group.all_gather(ids.unsqueeze(-1).contiguous(), dim=-1)
    return ids.gather(-1, values.argmax(-1, keepdim=True)).squeeze(-1)
