"""wrong_answer: a transposed copy of the first weight is kept"""


class RowParallelLinear:
    def forward(self, x: Tensor) -> Tensor:
        if not hasattr(self, "cached"):
            self.cached = self.weight.T.clone()
        y = x @ self.cached
        if self.tp_size > 1:
            y = self.group.all_reduce(y)
        return y if self.bias is None else y + self.bias
