"""Closing only forgets the communicator.

Why: Python frees what nobody holds. It knows nothing of what NCCL has taken, on the GPU too.

Look: Which call gives back what ncclCommInitRank took?
"""

import ctypes
from ctypes import POINTER, byref, c_char_p, c_int, c_size_t, c_void_p

import torch
import torch.distributed as dist


class PyNccl:
    def close(self):
        if self.comm is not None:
            torch.cuda.synchronize(self.device)
            self.comm = None
