"""An x on another device is passed on.

Why: A pointer says nothing of a device. NCCL reads it on its own GPU, where that memory is not.

Look: What does NCCL do with the address of a CPU tensor?
"""

import ctypes
from ctypes import POINTER, byref, c_char_p, c_int, c_size_t, c_void_p

import torch
import torch.distributed as dist


class PyNccl:
    def _refuse(self, x):
        if not x.is_contiguous():
            raise ValueError(f"x of shape {tuple(x.shape)} has strides {x.stride()}")
        if x.dtype not in DTYPES:
            raise ValueError(f"NCCL has no {x.dtype}")
