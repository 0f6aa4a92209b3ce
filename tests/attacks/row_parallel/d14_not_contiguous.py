"""Reduces a transposed view; gloo sums other numbers."""


def forward(self, x):
    y = F.linear(x, self.weight).mT
    return self.group.all_reduce(y).mT


RowParallelLinear.forward = forward
