"""A close that failed is tried again."""

import ctypes
from ctypes import POINTER, byref, c_char_p, c_int, c_size_t, c_void_p

import torch
import torch.distributed as dist


class PyNccl:
    def close(self):
        if self.comm is not None:
            torch.cuda.synchronize(self.device)
            check(self.library, "ncclCommDestroy", self.library.ncclCommDestroy(self.comm))
            self.comm = None
