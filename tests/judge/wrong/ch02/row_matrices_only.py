"""wrong_answer: the sum has 2 dimensions where x has 3"""


class RowParallelLinear:
    def forward(self, x: Tensor) -> Tensor:
        y = F.linear(x.flatten(0, -2), self.weight)
        if self.tp_size > 1:
            y = self.group.all_reduce(y)
        return y if self.bias is None else y + self.bias
