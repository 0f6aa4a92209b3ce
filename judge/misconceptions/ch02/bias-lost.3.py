"""Added after the all-reduce, on rank 0 only."""


class RowParallelLinear:
    def forward(self, x: Tensor) -> Tensor:
        y = F.linear(x, self.weight)
        if self.tp_size > 1:
            y = self.group.all_reduce(y)
        return y if self.bias is None or self.tp_rank else y + self.bias
