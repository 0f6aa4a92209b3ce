"""Nobody looks whether there is an id.

Why: Asking for an id seems harmless. When it fails, 128 zeros are sent, and all ranks wait for
each other.

Look: What is broadcast when ncclGetUniqueId fails?
"""

import ctypes
from ctypes import POINTER, byref, c_char_p, c_int, c_size_t, c_void_p

import torch
import torch.distributed as dist


def share_unique_id(library, cpu_group=None):
    unique_id = UniqueId()
    if dist.get_rank(cpu_group) == 0:
        library.ncclGetUniqueId(byref(unique_id))
    data = torch.frombuffer(bytearray(unique_id), dtype=torch.uint8)
    first = dist.get_global_rank(cpu_group or dist.group.WORLD, 0)
    dist.broadcast(data, src=first, group=cpu_group)
    return UniqueId.from_buffer_copy(data.numpy().tobytes())
