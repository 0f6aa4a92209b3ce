"""wrong_answer: the bias is whole, and nothing can load it"""


class RowParallelLinear:
    def __init__(self, input_size: int, output_size: int, group: TPGroup, bias: bool = False):
        super().__init__(divide(input_size, group.size), output_size, group, False, tp_dim=1)
        if bias:
            self.bias = nn.Parameter(torch.empty(output_size), requires_grad=False)
