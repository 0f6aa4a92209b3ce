"""wrong_answer: an id of zeros."""

import torch
import torch.distributed as dist


def share_unique_id(library, cpu_group=None):
    data = torch.zeros(128, dtype=torch.uint8)
    first = dist.get_global_rank(cpu_group or dist.group.WORLD, 0)
    dist.broadcast(data, src=first, group=cpu_group)
    return UniqueId()
