"""runtime_error: a tensor without dimensions is not expected."""

import torch
import torch.distributed as dist


def ring_all_reduce(x):
    if x.ndim == 0:
        raise RuntimeError("a tensor without dimensions")
    parts = x.flatten().tensor_split(dist.get_world_size())
    own = _sum_of_own(parts)
    return torch.cat(_all_parts(own, [len(part) for part in parts])).view(x.shape)
