"""Nothing is returned.

Why: The sum is in x already. The other all-reduces of the course return x, and whoever writes y =
all_reduce(x) has None.

Look: What does the last line of all_reduce say?
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
            x.data_ptr(), x.data_ptr(), x.numel(), DTYPES[x.dtype], SUM, self.comm, stream
        )
        check(self.library, "ncclAllReduce", result)
