"""The partial sums are all-reduced twice.

Why: The first all-reduce makes the result complete on every rank. A second one, added to be safe,
adds up as many complete results as there are ranks.

Look: Divide your result by the expected one, and count the calls.
"""


class RowParallelLinear:
    def forward(self, x: Tensor) -> Tensor:
        partial_sum = F.linear(x, self.weight, self.bias if self.tp_rank == 0 else None)
        if self.tp_size == 1:
            return partial_sum
        return self.group.all_reduce(self.group.all_reduce(partial_sum))
