"""The id is not sent to the others.

Why: Rank 0 has it, and the other ranks have a variable of the same name: with 128 zeros.

Look: What does the id hold on rank 1, and who wrote it?
"""

import ctypes
from ctypes import POINTER, byref, c_char_p, c_int, c_size_t, c_void_p

import torch
import torch.distributed as dist


def share_unique_id(library, cpu_group=None):
    unique_id = UniqueId()
    if dist.get_rank(cpu_group) == 0:
        check(library, "ncclGetUniqueId", library.ncclGetUniqueId(byref(unique_id)))
    return unique_id
