"""Starts the all-reduce and uses the result at once."""

import torch.distributed as dist


def forward(self, x):
    y = F.linear(x, self.weight)
    dist.all_reduce(y, async_op=True)
    return y


RowParallelLinear.forward = forward
