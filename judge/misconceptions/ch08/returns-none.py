"""What torch.distributed.all_reduce returns is taken for the sum.

Why: Most functions of torch return their result. dist.all_reduce changes its argument and returns
None, or a handle when async_op is set.

Look: Print what your all_reduce returns.
"""


class TorchGroup:
    def all_reduce(self, x: Tensor) -> Tensor:
        contiguous(x)
        if self.size > 1:
            return dist.all_reduce(x, group=self.process_group)
        return x
