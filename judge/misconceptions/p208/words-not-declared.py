"""The function ncclGetErrorString is left as it is.

Why: It is called only when something went wrong. ctypes takes its result for an int then, and
half of a pointer is not text.

Look: What does ctypes assume of a function's result?
"""

import ctypes
from ctypes import POINTER, byref, c_char_p, c_int, c_size_t, c_void_p

import torch
import torch.distributed as dist


def declare(library):
    types = {
        "ncclGetErrorString": (c_int, [c_int]),
        "ncclGetUniqueId": (c_int, [POINTER(UniqueId)]),
        "ncclCommInitRank": (c_int, [POINTER(c_void_p), c_int, UniqueId, c_int]),
        "ncclAllReduce": (c_int, [c_void_p, c_void_p, c_size_t, c_int, c_int, c_void_p, c_void_p]),
        "ncclCommDestroy": (c_int, [c_void_p]),
    }
    for name, (restype, argtypes) in types.items():
        getattr(library, name).restype = restype
        getattr(library, name).argtypes = argtypes
