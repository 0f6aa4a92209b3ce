"""deadlock: a rank whose part is empty does not take part."""

import torch
import torch.distributed as dist


def ring_all_reduce(x):
    parts = x.flatten().tensor_split(dist.get_world_size())
    if len(parts[dist.get_rank()]) == 0 and x.numel():
        return x.clone()
    own = _sum_of_own(parts)
    return torch.cat(_all_parts(own, [len(part) for part in parts])).view(x.shape)
