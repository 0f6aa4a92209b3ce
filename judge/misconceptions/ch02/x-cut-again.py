"""The row-parallel layer cuts its input, which is cut already.

Why: The layer cuts the input dimension of the weight, so it seems it should cut x too. Its x comes
from a column-parallel layer and is this rank's slice from the start.

Look: Print the last number of x.shape and of self.weight.shape.
"""


class RowParallelLinear:
    def forward(self, x: Tensor) -> Tensor:
        x = x.chunk(self.tp_size, dim=-1)[self.tp_rank]
        partial_sum = F.linear(x, self.weight, self.bias if self.tp_rank == 0 else None)
        return self.group.all_reduce(partial_sum) if self.tp_size > 1 else partial_sum
