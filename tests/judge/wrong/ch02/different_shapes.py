"""collective_mismatch: the ranks reduce tensors of different shapes"""


class RowParallelLinear:
    def forward(self, x: Tensor) -> Tensor:
        y = F.linear(x, self.weight)
        if self.tp_rank == 1:
            y = y[..., :1].contiguous()
        return self.group.all_reduce(y)
