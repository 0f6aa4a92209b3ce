"""The id is passed to ncclCommInitRank as a pointer.

Why: In ncclGetUniqueId one passes a pointer to it, so the next call seems to as well. In C the
struct itself is passed: 128 bytes.

Look: Is there a star behind ncclUniqueId in the third argument?
"""

import ctypes
from ctypes import POINTER, byref, c_char_p, c_int, c_size_t, c_void_p

import torch
import torch.distributed as dist


def declare(library):
    types = {
        "ncclGetErrorString": (c_char_p, [c_int]),
        "ncclGetUniqueId": (c_int, [POINTER(UniqueId)]),
        "ncclCommInitRank": (c_int, [POINTER(c_void_p), c_int, POINTER(UniqueId), c_int]),
        "ncclAllReduce": (c_int, [c_void_p, c_void_p, c_size_t, c_int, c_int, c_void_p, c_void_p]),
        "ncclCommDestroy": (c_int, [c_void_p]),
    }
    for name, (restype, argtypes) in types.items():
        getattr(library, name).restype = restype
        getattr(library, name).argtypes = argtypes
