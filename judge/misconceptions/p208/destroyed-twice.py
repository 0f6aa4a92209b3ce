"""A second close destroys the communicator again.

Why: The pointer still has its value. What it points to is gone, and the process crashes.

Look: What does self.comm hold after the first close?
"""

import ctypes
from ctypes import POINTER, byref, c_char_p, c_int, c_size_t, c_void_p

import torch
import torch.distributed as dist


class PyNccl:
    def close(self):
        if self.comm is not None:
            torch.cuda.synchronize(self.device)
            check(self.library, "ncclCommDestroy", self.library.ncclCommDestroy(self.comm))
