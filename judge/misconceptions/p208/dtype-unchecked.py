"""A dtype that NCCL does not have is looked up all the same.

Why: The dictionary raises a KeyError by itself. Whoever catches a ValueError, as for the other
two, does not get it.

Look: Which error does DTYPES[torch.int16] raise?
"""

import ctypes
from ctypes import POINTER, byref, c_char_p, c_int, c_size_t, c_void_p

import torch
import torch.distributed as dist


class PyNccl:
    def _refuse(self, x):
        if x.device != self.device:
            raise ValueError(f"x is on {x.device}, the communicator on {self.device}")
        if not x.is_contiguous():
            raise ValueError(f"x of shape {tuple(x.shape)} has strides {x.stride()}")
