"""The code gives the count in bytes.

Why: C functions often take bytes. This one is told the data type, and counts numbers.

Look: What are count and data type for 6 numbers of bfloat16?
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
            x.data_ptr(), x.data_ptr(), x.nbytes, DTYPES[x.dtype], SUM, self.comm, stream
        )
        check(self.library, "ncclAllReduce", result)
        return x
