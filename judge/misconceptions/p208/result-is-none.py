"""Results are declared as None.

Why: None means a function without a result, and then no error is ever seen.

Look: What does each function return, by nccl.h?
"""

import ctypes
from ctypes import POINTER, byref, c_char_p, c_int, c_size_t, c_void_p

import torch
import torch.distributed as dist


def declare(library):
    types = {
        "ncclGetErrorString": (c_char_p, [c_int]),
        "ncclGetUniqueId": (None, [POINTER(UniqueId)]),
        "ncclCommInitRank": (None, [POINTER(c_void_p), c_int, UniqueId, c_int]),
        "ncclAllReduce": (None, [c_void_p, c_void_p, c_size_t, c_int, c_int, c_void_p, c_void_p]),
        "ncclCommDestroy": (None, [c_void_p]),
    }
    for name, (restype, argtypes) in types.items():
        getattr(library, name).restype = restype
        getattr(library, name).argtypes = argtypes
