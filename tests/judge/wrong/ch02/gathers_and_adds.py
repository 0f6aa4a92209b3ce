"""contract_violation: the sum by way of an all-gather"""


class RowParallelLinear:
    def forward(self, x: Tensor) -> Tensor:
        y = F.linear(x, self.weight, self.bias if self.tp_rank == 0 else None)
        return self.group.all_gather(y.unsqueeze(0), dim=0).sum(0)
