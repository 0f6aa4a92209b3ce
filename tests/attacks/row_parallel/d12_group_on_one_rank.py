"""Only rank 0 makes the group."""

import torch.distributed as dist


def forward(self, x):
    y = F.linear(x, self.weight)
    if self.tp_rank == 0:
        dist.new_group([0, 1])
    return self.group.all_reduce(y)


RowParallelLinear.forward = forward
