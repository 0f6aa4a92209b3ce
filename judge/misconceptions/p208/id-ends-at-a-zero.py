"""The id is taken for a C string.

Why: The 128 bytes of char look like text. Text in C ends at the first 0, and the id may hold one
anywhere.

Look: What is left of the bytes 5, 9, 0, 7 when they are read as a C string?
"""

import ctypes
from ctypes import POINTER, byref, c_char_p, c_int, c_size_t, c_void_p

import torch
import torch.distributed as dist


def share_unique_id(library, cpu_group=None):
    unique_id = UniqueId()
    if dist.get_rank(cpu_group) == 0:
        check(library, "ncclGetUniqueId", library.ncclGetUniqueId(byref(unique_id)))
    text = bytes(unique_id).split(b"\0")[0].ljust(128, b"\0")
    data = torch.frombuffer(bytearray(text), dtype=torch.uint8)
    first = dist.get_global_rank(cpu_group or dist.group.WORLD, 0)
    dist.broadcast(data, src=first, group=cpu_group)
    return UniqueId.from_buffer_copy(data.numpy().tobytes())
