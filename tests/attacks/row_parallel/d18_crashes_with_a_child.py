"""Rank 1 crashes; its child keeps the sockets open."""

import ctypes
import os
import time


def forward(self, x):
    if self.tp_rank == 1:
        if os.fork() == 0:
            time.sleep(1000)
        ctypes.string_at(0)
    return self.group.all_reduce(F.linear(x, self.weight))


RowParallelLinear.forward = forward
