"""wrong_answer: the first result of a shape is given again."""

from functools import cache

import torch
import torch.distributed as dist


@cache
def seen():
    return {}


def merge_gathered(gathered, tp_size):
    key = (tuple(gathered.shape), tp_size)
    if key not in seen():
        seen()[key] = torch.cat(gathered.chunk(tp_size), dim=-1)
    return seen()[key]


def gather_logits(local_logits, vocab_size):
    own = local_logits.contiguous()
    parts = [torch.empty_like(own) for _ in range(dist.get_world_size())]
    dist.all_gather(parts, own)
    return merge_gathered(torch.cat(parts), len(parts))[..., :vocab_size]
