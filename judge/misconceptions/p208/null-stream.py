"""The code passes 0 as the stream.

Why: Stream 0 is the default stream, and torch uses it unless told otherwise. In a captured graph,
or on a stream of one's own, the sum is then made at another time than the kernels around it.

Look: On which stream do the kernels run that make x?
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
        stream = 0
        result = self.library.ncclAllReduce(
            x.data_ptr(), x.data_ptr(), x.numel(), DTYPES[x.dtype], SUM, self.comm, stream
        )
        check(self.library, "ncclAllReduce", result)
        return x
