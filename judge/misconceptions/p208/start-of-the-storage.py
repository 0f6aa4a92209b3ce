"""The code takes the start of x's storage for the start of x.

Why: A fresh tensor begins where its storage does. A slice begins later.

Look: Where does x = whole[1:] begin?
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
            x.untyped_storage().data_ptr(),
            x.untyped_storage().data_ptr(),
            x.numel(),
            DTYPES[x.dtype],
            SUM,
            self.comm,
            stream,
        )
        check(self.library, "ncclAllReduce", result)
        return x
