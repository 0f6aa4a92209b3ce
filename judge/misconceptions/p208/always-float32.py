"""The code says float32 for every tensor.

Why: The example is. NCCL believes what it is told, and adds up pairs of bfloat16 as if they were
one number.

Look: Which number of the header belongs to x.dtype?
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
        result = self.library.ncclAllReduce(
            x.data_ptr(), x.data_ptr(), x.numel(), 7, SUM, self.comm, stream
        )
        check(self.library, "ncclAllReduce", result)
        return x
