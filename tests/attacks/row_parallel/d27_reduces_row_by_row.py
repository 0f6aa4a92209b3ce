"""The sum is right, and takes a call for each row."""

import torch.distributed as dist


def forward(self, x):
    y = F.linear(x, self.weight, self.bias if self.tp_rank == 0 else None)
    for row in y.view(-1, y.shape[-1]):
        dist.all_reduce(row)
    return y


RowParallelLinear.forward = forward
