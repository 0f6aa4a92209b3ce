"""deadlock: a rank that has padding only does not take part."""

import torch.distributed as dist


def gather_tokens(local, num_tokens):
    if dist.get_rank() * len(local) >= num_tokens:
        return local.new_zeros(num_tokens, local.shape[1])
    return _gathered(local)[:num_tokens]
