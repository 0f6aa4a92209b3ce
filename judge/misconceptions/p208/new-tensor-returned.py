"""The sum goes into a new tensor.

Why: NCCL's function has two buffers, so they look as if they had to differ. Here x itself is to
hold the sum.

Look: Which memory does the caller look at?
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
        out = torch.empty_like(x)
        stream = torch.cuda.current_stream(self.device).cuda_stream
        result = self.library.ncclAllReduce(
            x.data_ptr(), out.data_ptr(), x.numel(), DTYPES[x.dtype], SUM, self.comm, stream
        )
        check(self.library, "ncclAllReduce", result)
        return out
