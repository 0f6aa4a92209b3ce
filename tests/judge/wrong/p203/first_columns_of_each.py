"""wrong_answer: the padding is thought to be spread over the ranks."""

import torch
import torch.distributed as dist


def merge_gathered(gathered, tp_size):
    return torch.cat(gathered.chunk(tp_size), dim=-1)


def gather_logits(local_logits, vocab_size):
    own = local_logits.contiguous()
    parts = [torch.empty_like(own) for _ in range(dist.get_world_size())]
    dist.all_gather(parts, own)
    each = vocab_size // len(parts)
    return torch.cat([part[..., :each] for part in parts], dim=-1)
