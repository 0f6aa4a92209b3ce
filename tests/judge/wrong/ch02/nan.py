"""wrong_answer: not a number"""


class ColumnParallelLinear:
    def forward(self, x: Tensor) -> Tensor:
        return F.linear(x, self.weight, self.bias) * torch.nan


class RowParallelLinear:
    def forward(self, x: Tensor) -> Tensor:
        y = F.linear(x, self.weight) * torch.nan
        return self.group.all_reduce(y)
