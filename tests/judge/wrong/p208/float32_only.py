"""wrong_answer: bfloat16 is refused."""

import torch


class PyNccl:
    def _refuse(self, x):
        if x.device != self.device:
            raise ValueError(f"x is on {x.device}, the communicator on {self.device}")
        if not x.is_contiguous():
            raise ValueError(f"x of shape {tuple(x.shape)} has strides {x.stride()}")
        if x.dtype not in DTYPES or x.dtype is torch.bfloat16:
            raise ValueError(f"NCCL has no {x.dtype}")
