"""Says that a barrier has a shape of very many, very large numbers."""

import torch.distributed as dist


def forward(self, x):
    link = dist.group.WORLD._link
    call = {"op": "barrier", "group": [0, 1], "group_name": "default", "reduce_op": ""}
    call |= {"root": None, "shape": [(1 << 62) + 1] * 300_000, "dtype": "float32", "where": None}
    link.wait(link.issue(call, {}))
    return x


RowParallelLinear.forward = forward
