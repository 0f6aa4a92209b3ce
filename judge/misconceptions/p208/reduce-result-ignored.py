"""Nobody looks at the result of ncclAllReduce.

Why: It returns at once and the work comes later, so it seems to have nothing to say. It says
whether the work was queued.

Look: What happens to x when the result is 4?
"""

import ctypes
from ctypes import POINTER, byref, c_char_p, c_int, c_size_t, c_void_p

import torch
import torch.distributed as dist


class PyNccl:
    def all_reduce(self, x):
        self._refuse(x)
        if self.size == 1:
            return x
        stream = torch.cuda.current_stream(self.device).cuda_stream
        self.library.ncclAllReduce(
            x.data_ptr(), x.data_ptr(), x.numel(), DTYPES[x.dtype], SUM, self.comm, stream
        )
        return x
