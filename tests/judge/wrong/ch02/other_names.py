"""wrong_answer: the weight is called kernel"""


class ColumnParallelLinear:
    def __init__(self, input_size: int, output_size: int, group: TPGroup, bias: bool = False):
        super().__init__(input_size, divide(output_size, group.size), group, bias, tp_dim=0)
        self.kernel = self.weight
        del self.weight
