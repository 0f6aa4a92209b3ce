"""The broadcast goes through the world.

Why: Without group= a broadcast is one of all ranks. The ranks of another group make it too, with
an id of their own.

Look: Who takes part in your broadcast?
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
    dist.broadcast(data, src=dist.get_global_rank(cpu_group or dist.group.WORLD, 0))
    return UniqueId.from_buffer_copy(data.numpy().tobytes())
