"""wrong_answer: float16 is said to be bfloat16."""

import torch


class PyNccl:
    def all_reduce(self, x):
        self._refuse(x)
        if self.size == 1:
            return x
        stream = torch.cuda.current_stream(self.device).cuda_stream
        result = self.library.ncclAllReduce(
            x.data_ptr(),
            x.data_ptr(),
            x.numel(),
            {6: 9}.get(DTYPES[x.dtype], DTYPES[x.dtype]),
            SUM,
            self.comm,
            stream,
        )
        check(self.library, "ncclAllReduce", result)
        return x
