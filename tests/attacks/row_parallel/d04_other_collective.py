"""The ranks do not agree on what to do."""


def forward(self, x):
    y = F.linear(x, self.weight)
    return self.group.all_reduce(y) if self.tp_rank == 0 else self.group.all_gather(y)


RowParallelLinear.forward = forward
