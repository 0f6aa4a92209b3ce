"""Rank 1 takes the maximum; gloo mixes both silently."""

import torch.distributed as dist


def forward(self, x):
    y = F.linear(x, self.weight)
    dist.all_reduce(y, dist.ReduceOp.MAX if self.tp_rank == 1 else dist.ReduceOp.SUM)
    return y


RowParallelLinear.forward = forward
