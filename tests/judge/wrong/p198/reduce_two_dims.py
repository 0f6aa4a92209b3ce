"""wrong_answer: more than two dimensions come back as two."""

import torch
import torch.distributed as dist


def ring_all_reduce(x):
    parts = x.flatten().tensor_split(dist.get_world_size())
    own = _sum_of_own(parts)
    whole = torch.cat(_all_parts(own, [len(part) for part in parts]))
    return whole.view(x.shape) if x.ndim < 3 else whole.view(x.shape[0], -1)
