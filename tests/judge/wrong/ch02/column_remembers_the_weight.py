"""wrong_answer: a transposed copy of the first weight is kept"""


class ColumnParallelLinear:
    def forward(self, x: Tensor) -> Tensor:
        if not hasattr(self, "cached"):
            self.cached = self.weight.T.clone()
        y = x @ self.cached
        return y if self.bias is None else y + self.bias
