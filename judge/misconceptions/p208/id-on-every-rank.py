"""The code asks NCCL for an id on every rank.

Why: All ranks need one. But each call gives another id, and ranks with different ids wait for
others who never come.

Look: How many different ids are there with 4 ranks?
"""

import ctypes
from ctypes import POINTER, byref, c_char_p, c_int, c_size_t, c_void_p

import torch
import torch.distributed as dist


def share_unique_id(library, cpu_group=None):
    unique_id = UniqueId()
    check(library, "ncclGetUniqueId", library.ncclGetUniqueId(byref(unique_id)))
    data = torch.frombuffer(bytearray(unique_id), dtype=torch.uint8)
    first = dist.get_global_rank(cpu_group or dist.group.WORLD, 0)
    dist.broadcast(data, src=first, group=cpu_group)
    return UniqueId.from_buffer_copy(data.numpy().tobytes())
