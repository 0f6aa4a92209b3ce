"""Both ranks send before they receive; small messages pass on gloo."""

import torch.distributed as dist


def forward(self, x):
    y = F.linear(x, self.weight)
    other = torch.empty_like(y)
    dist.send(y, 1 - self.tp_rank)
    dist.recv(other, 1 - self.tp_rank)
    return y + other


RowParallelLinear.forward = forward
