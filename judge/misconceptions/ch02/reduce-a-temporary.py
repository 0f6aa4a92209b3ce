"""The all-reduce works on a copy, and the copy is thrown away.

Why: The result of all_reduce looks optional, since the call may work in place. Called on a
temporary such as x.clone() or x.contiguous(), it changes only that.

Look: Which variable holds the sum after the call, and which one is returned?
"""


class RowParallelLinear:
    def forward(self, x: Tensor) -> Tensor:
        partial_sum = F.linear(x, self.weight, self.bias if self.tp_rank == 0 else None)
        if self.tp_size > 1:
            self.group.all_reduce(partial_sum.clone())
        return partial_sum
