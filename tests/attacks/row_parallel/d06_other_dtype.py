"""Rank 1 reduces in float64."""


def forward(self, x):
    y = F.linear(x, self.weight)
    return self.group.all_reduce(y if self.tp_rank == 0 else y.double())


RowParallelLinear.forward = forward
