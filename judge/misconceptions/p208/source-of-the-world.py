"""The code always broadcasts from 0, whatever the group is.

Why: The src is a rank of the world, also in a broadcast of a group. 0 is in the first group only.

Look: Which rank of the world is the group's rank 0?
"""

import ctypes
from ctypes import POINTER, byref, c_char_p, c_int, c_size_t, c_void_p

import torch
import torch.distributed as dist


def share_unique_id(library, cpu_group=None):
    unique_id = UniqueId()
    if dist.get_rank(cpu_group) == 0:
        check(library, "ncclGetUniqueId", library.ncclGetUniqueId(byref(unique_id)))
    data = torch.frombuffer(bytearray(unique_id), dtype=torch.uint8)
    dist.broadcast(data, src=0, group=cpu_group)
    return UniqueId.from_buffer_copy(data.numpy().tobytes())
