"""Reduces over a group that holds this rank alone."""

import torch.distributed as dist


def forward(self, x):
    y = F.linear(x, self.weight)
    groups = [dist.new_group([rank]) for rank in range(self.tp_size)]
    dist.all_reduce(y, group=groups[self.tp_rank])
    return y


RowParallelLinear.forward = forward
