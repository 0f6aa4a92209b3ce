"""Pointers are declared as ints of 32 bits.

Why: A communicator looks like a handle, a number. It is a pointer of 64 bits, and an int cuts it
in half.

Look: How many bytes does a ncclComm_t have?
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
        "ncclAllReduce": (c_int, [c_void_p, c_void_p, c_size_t, c_int, c_int, c_int, c_int]),
        "ncclCommDestroy": (c_int, [c_int]),
    }
    for name, (restype, argtypes) in types.items():
        getattr(library, name).restype = restype
        getattr(library, name).argtypes = argtypes
