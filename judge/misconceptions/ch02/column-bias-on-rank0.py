"""Only rank 0 adds the bias of a column-parallel layer.

Why: A bias that is added before a sum must be added once. A column-parallel layer has no sum: each
rank has its own outputs and the bias that belongs to them.

Look: Which outputs get no bias at all?
"""


class ColumnParallelLinear:
    def forward(self, x: Tensor) -> Tensor:
        return F.linear(x, self.weight, self.bias if self.tp_rank == 0 else None)
