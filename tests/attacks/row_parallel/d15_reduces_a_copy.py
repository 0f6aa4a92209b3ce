"""Reduces what .contiguous() returned, and returns what it was made from."""


def forward(self, x):
    y = F.linear(x, self.weight).mT
    self.group.all_reduce(y.contiguous())
    return y.mT


RowParallelLinear.forward = forward
