"""wrong_answer: both layers give ones"""


class ColumnParallelLinear:
    def forward(self, x: Tensor) -> Tensor:
        return torch.ones(*x.shape[:-1], self.weight.shape[0])


class RowParallelLinear:
    def forward(self, x: Tensor) -> Tensor:
        return torch.ones(*x.shape[:-1], self.weight.shape[0])
