"""wrong_answer: the slice of an x of 3 dimensions has 2"""


class ColumnParallelLinear:
    def forward(self, x: Tensor) -> Tensor:
        return F.linear(x.flatten(0, -2), self.weight, self.bias)
