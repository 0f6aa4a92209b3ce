"""Nobody looks at the result of ncclCommDestroy.

Why: It is the end, so it seems not to matter. An error that happened earlier on the GPU may be
told here first.

Look: What does close do with a result of 1?
"""

import ctypes
from ctypes import POINTER, byref, c_char_p, c_int, c_size_t, c_void_p

import torch
import torch.distributed as dist


class PyNccl:
    def close(self):
        if self.comm is not None:
            torch.cuda.synchronize(self.device)
            comm, self.comm = self.comm, None
            self.library.ncclCommDestroy(comm)
