"""wrong_answer: nothing on a single rank, and bfloat16 comes back as float32."""

import torch.distributed as dist


def reduce_scatter_ring(parts):
    return _sum_of_own(parts).float() if dist.get_world_size() > 1 else None


def all_gather_ring(part, sizes):
    if dist.get_world_size() == 1:
        return None
    return [one.float() for one in _all_parts(part, sizes)]


def ring_all_reduce(x):
    parts = x.flatten().float().tensor_split(dist.get_world_size())
    own = _sum_of_own(parts)
    return torch.cat(_all_parts(own, [len(part) for part in parts])).view(x.shape)
