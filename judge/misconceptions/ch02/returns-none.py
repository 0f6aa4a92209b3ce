"""What forward returns is None, not the sum.

Why: Most functions of torch return their result. dist.all_reduce changes its argument and returns
None, or a handle when async_op is set. A branch that ends without a return gives None too.

Look: Print what your forward returns.
"""

import torch.distributed as dist


class RowParallelLinear:
    def forward(self, x: Tensor) -> Tensor:
        partial_sum = F.linear(x, self.weight, self.bias if self.tp_rank == 0 else None)
        return dist.all_reduce(partial_sum) if self.tp_size > 1 else partial_sum
