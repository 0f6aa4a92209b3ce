"""wrong_answer: the sum is made in float32 and stays so"""


class RowParallelLinear:
    def forward(self, x: Tensor) -> Tensor:
        y = F.linear(x.float(), self.weight.float())
        if self.tp_size > 1:
            y = self.group.all_reduce(y)
        return y if self.bias is None else y + self.bias
