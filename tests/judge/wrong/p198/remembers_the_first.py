"""wrong_answer: the first sum of a shape is given again."""

from functools import cache

import torch
import torch.distributed as dist


@cache
def of_shape(shape):
    return []


def ring_all_reduce(x):
    if not of_shape(x.shape):
        parts = x.flatten().tensor_split(dist.get_world_size())
        own = _sum_of_own(parts)
        whole = torch.cat(_all_parts(own, [len(part) for part in parts])).view(x.shape)
        of_shape(x.shape).append(whole)
    return of_shape(x.shape)[0].clone()
