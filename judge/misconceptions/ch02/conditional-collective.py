"""Only rank 0 calls the all-reduce.

Why: Rank 0 has the bias to add, or the result to return, so it looks like the one that should
collect. A collective is a meeting: it waits for every rank of the group.

Look: Which line does each rank stand at?
"""


class RowParallelLinear:
    def forward(self, x: Tensor) -> Tensor:
        if self.tp_rank == 0:
            partial_sum = F.linear(x, self.weight, self.bias)
            return self.group.all_reduce(partial_sum) if self.tp_size > 1 else partial_sum
        return F.linear(x, self.weight)
