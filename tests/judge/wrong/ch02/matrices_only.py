"""wrong_answer: x of 3 dimensions loses one"""


class ColumnParallelLinear:
    def forward(self, x: Tensor) -> Tensor:
        return F.linear(x.flatten(0, -2), self.weight, self.bias)


class RowParallelLinear:
    def forward(self, x: Tensor) -> Tensor:
        y = self.group.all_reduce(F.linear(x.flatten(0, -2), self.weight))
        return y if self.bias is None else y + self.bias
