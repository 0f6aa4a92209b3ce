"""wrong_answer: nothing on a single rank."""

import torch
import torch.distributed as dist


def merge_gathered(gathered, tp_size):
    return torch.cat(gathered.chunk(tp_size), dim=-1)


def gather_logits(local_logits, vocab_size):
    if dist.get_world_size() == 1:
        return None
    own = local_logits.contiguous()
    parts = [torch.empty_like(own) for _ in range(dist.get_world_size())]
    dist.all_gather(parts, own)
    return torch.cat(parts, dim=-1)[..., :vocab_size]
