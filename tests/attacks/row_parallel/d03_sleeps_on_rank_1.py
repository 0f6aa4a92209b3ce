"""Rank 1 waits for something else."""

import time


def forward(self, x):
    if self.tp_rank == 1:
        time.sleep(1000)
    return self.group.all_reduce(F.linear(x, self.weight))


RowParallelLinear.forward = forward
