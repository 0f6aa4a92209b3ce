"""wrong_answer: the slice of a bfloat16 layer is float32"""


class ColumnParallelLinear:
    def forward(self, x: Tensor) -> Tensor:
        bias = None if self.bias is None else self.bias.float()
        return F.linear(x.float(), self.weight.float(), bias)
