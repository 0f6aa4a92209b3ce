"""wrong_answer: another operation than the sum."""

import torch


class PyNccl:
    def all_reduce(self, x):
        self._refuse(x)
        if self.size == 1:
            return x
        stream = torch.cuda.current_stream(self.device).cuda_stream
        result = self.library.ncclAllReduce(
            x.data_ptr(), x.data_ptr(), x.numel(), DTYPES[x.dtype], 2, self.comm, stream
        )
        check(self.library, "ncclAllReduce", result)
        return x
