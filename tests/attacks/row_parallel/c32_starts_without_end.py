"""Starts one all_reduce after the other and waits for none."""

import torch
import torch.distributed as dist


def forward(self, x):
    works = [dist.all_reduce(torch.ones(1), async_op=True) for _ in range(9_000)]
    for work in works:
        work.wait()
    return x


RowParallelLinear.forward = forward
