"""runtime_error: fewer numbers than ranks are not expected."""

import torch
import torch.distributed as dist


def ring_all_reduce(x):
    if x.ndim and 0 < x.numel() < dist.get_world_size():
        raise RuntimeError("too few numbers")
    parts = x.flatten().tensor_split(dist.get_world_size())
    own = _sum_of_own(parts)
    return torch.cat(_all_parts(own, [len(part) for part in parts])).view(x.shape)
