"""The bias never reaches the result.

Why: When it must not be added by every rank, it is easily added by none.

Look: Subtract your result from the expected one and compare the difference with the bias.
"""


class RowParallelLinear:
    def forward(self, x: Tensor) -> Tensor:
        partial_sum = F.linear(x, self.weight)
        return self.group.all_reduce(partial_sum) if self.tp_size > 1 else partial_sum
