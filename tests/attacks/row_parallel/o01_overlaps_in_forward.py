"""Right: the sum is under way while forward does other things, and forward waits for it."""

import torch.distributed as dist


def forward(self, x):
    y = x @ self.weight.T
    work = dist.all_reduce(y, async_op=True)
    bias = self.bias.clone()
    work.wait()
    return y + bias


RowParallelLinear.forward = forward
