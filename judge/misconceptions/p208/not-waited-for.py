"""The communicator is destroyed while the GPU still works.

Why: The all-reduce has returned, so it looks done. It has only been queued.

Look: What may the GPU still be doing when close is called?
"""

import ctypes
from ctypes import POINTER, byref, c_char_p, c_int, c_size_t, c_void_p

import torch
import torch.distributed as dist


class PyNccl:
    def close(self):
        if self.comm is not None:
            comm, self.comm = self.comm, None
            check(self.library, "ncclCommDestroy", self.library.ncclCommDestroy(comm))
