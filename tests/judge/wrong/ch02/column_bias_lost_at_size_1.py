"""wrong_answer: a shortcut for a single rank forgets the bias"""


class ColumnParallelLinear:
    def forward(self, x: Tensor) -> Tensor:
        if self.tp_size == 1:
            return x @ self.weight.T
        return F.linear(x, self.weight, self.bias)
