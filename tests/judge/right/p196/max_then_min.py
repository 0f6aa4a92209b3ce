"""An all-reduce of the highest logit, then one of the lowest id that has it."""

import torch
import torch.distributed as dist


def local_best(local_logits, vocab_start):
    padded = torch.nn.functional.pad(local_logits, (0, 1), value=-torch.inf)
    values, ids = padded.max(-1)
    return values, ids + vocab_start


def sharded_argmax(local_logits, vocab_start, group):
    values, ids = local_best(local_logits, vocab_start)
    best = values.clone()
    if group.size > 1:
        dist.all_reduce(best, op=dist.ReduceOp.MAX)
    ids = torch.where(values == best, ids, torch.iinfo(torch.int64).max)
    if group.size > 1:
        dist.all_reduce(ids, op=dist.ReduceOp.MIN)
    return ids
