"""What a call of torch.distributed returns is taken for its result.

Why: Most functions of torch return their result. Those of torch.distributed write it into the
tensors that they are given and return None, or a handle when async_op is set.

Look: Print what the call of dist returns, and x after it.
"""


class TorchGroup:
    def all_reduce(self, x: Tensor) -> Tensor:
        contiguous(x)
        if self.size > 1:
            return dist.all_reduce(x, group=self.process_group)
        return x
