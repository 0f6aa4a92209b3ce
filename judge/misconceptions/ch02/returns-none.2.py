"""Nothing is returned at any size."""


class RowParallelLinear:
    def forward(self, x: Tensor) -> Tensor:
        partial_sum = F.linear(x, self.weight, self.bias if self.tp_rank == 0 else None)
        if self.tp_size > 1:
            self.group.all_reduce(partial_sum)
