"""The bias is added after the all-reduce, on one rank only.

Why: Before the all-reduce the bias must come from one rank, or the sum holds it several times.
After it every rank has the finished sum in memory of its own, and what one rank adds there reaches
no other.

Look: Compare the results of the ranks. What may still differ between ranks after an all-reduce?
"""


class RowParallelLinear:
    def forward(self, x: Tensor) -> Tensor:
        y = F.linear(x, self.weight)
        if self.tp_size > 1:
            y = self.group.all_reduce(y)
        return y if self.bias is None or self.tp_rank else y + self.bias
