"""runtime_error: one rank raises while the other waits"""


class RowParallelLinear:
    def forward(self, x: Tensor) -> Tensor:
        if self.tp_rank == 1:
            raise KeyError("no such weight")
        y = self.group.all_reduce(F.linear(x, self.weight))
        return y if self.bias is None else y + self.bias
