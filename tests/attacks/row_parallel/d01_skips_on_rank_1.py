"""Rank 1 thinks that it has nothing to add."""


def forward(self, x):
    y = F.linear(x, self.weight, self.bias)
    if self.tp_rank == 1:
        return y
    return self.group.all_reduce(y)


RowParallelLinear.forward = forward
