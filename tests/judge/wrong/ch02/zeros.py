"""wrong_answer: both layers give zeros"""


class ColumnParallelLinear:
    def forward(self, x: Tensor) -> Tensor:
        return torch.zeros(*x.shape[:-1], self.weight.shape[0])


class RowParallelLinear:
    def forward(self, x: Tensor) -> Tensor:
        return self.group.all_reduce(torch.zeros(*x.shape[:-1], self.weight.shape[0]))
