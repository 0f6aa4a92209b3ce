"""A strided x is passed on.

Why: Its numbers are in memory, but in another order, or with others between them. NCCL takes the
first numel of them as they lie.

Look: Which bytes does NCCL see of a transpose, and of every second column?
"""

import ctypes
from ctypes import POINTER, byref, c_char_p, c_int, c_size_t, c_void_p

import torch
import torch.distributed as dist


class PyNccl:
    def _refuse(self, x):
        if x.device != self.device:
            raise ValueError(f"x is on {x.device}, the communicator on {self.device}")
        if x.dtype not in DTYPES:
            raise ValueError(f"NCCL has no {x.dtype}")
