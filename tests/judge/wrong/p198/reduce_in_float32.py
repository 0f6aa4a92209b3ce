"""wrong_answer: the sum comes back as float32."""

import torch
import torch.distributed as dist


def ring_all_reduce(x):
    parts = x.flatten().float().tensor_split(dist.get_world_size())
    own = _sum_of_own(parts)
    return torch.cat(_all_parts(own, [len(part) for part in parts])).view(x.shape)
