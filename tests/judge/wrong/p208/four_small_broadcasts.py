"""contract_violation: the id travels in four broadcasts."""

from ctypes import byref

import torch
import torch.distributed as dist


def share_unique_id(library, cpu_group=None):
    unique_id = UniqueId()
    if dist.get_rank(cpu_group) == 0:
        check(library, "ncclGetUniqueId", library.ncclGetUniqueId(byref(unique_id)))
    first = dist.get_global_rank(cpu_group or dist.group.WORLD, 0)
    data = torch.frombuffer(bytearray(unique_id), dtype=torch.uint8)
    for part in data.split(32):
        dist.broadcast(part, src=first, group=cpu_group)
    return UniqueId.from_buffer_copy(data.numpy().tobytes())
