"""wrong_answer: int64 is refused."""


class PyNccl:
    def _refuse(self, x):
        if x.device != self.device:
            raise ValueError(f"x is on {x.device}, the communicator on {self.device}")
        if not x.is_contiguous():
            raise ValueError(f"x of shape {tuple(x.shape)} has strides {x.stride()}")
        if not x.is_floating_point():
            raise ValueError(f"NCCL has no {x.dtype}")
