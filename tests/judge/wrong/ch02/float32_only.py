"""wrong_answer: bfloat16 comes back as float32"""


class ColumnParallelLinear:
    def forward(self, x: Tensor) -> Tensor:
        bias = None if self.bias is None else self.bias.float()
        return F.linear(x.float(), self.weight.float(), bias)


class RowParallelLinear:
    def forward(self, x: Tensor) -> Tensor:
        y = self.group.all_reduce(F.linear(x.float(), self.weight.float()))
        return y if self.bias is None else y + self.bias
