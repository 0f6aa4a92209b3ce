"""Starts the sum, and waits for it when the layer is forgotten: long after forward returned."""

import torch.distributed as dist


class Later:
    def __init__(self, work):
        self.work = work

    def __del__(self):
        self.work.wait()


def forward(self, x):
    y = x @ self.weight.T
    if self.group.rank == 0:
        y += self.bias
    self.later = Later(dist.all_reduce(y, async_op=True))
    for param in self.parameters():
        vars(param).clear()  # no circle: the layer goes when its last name does
    return y


RowParallelLinear.forward = forward
