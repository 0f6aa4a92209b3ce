"""wrong_answer: the refusal does not say which numbers"""


class RowParallelLinear:
    def __init__(self, input_size: int, output_size: int, group: TPGroup, bias: bool = False):
        if input_size % group.size:
            raise ValueError("the input size does not divide")
        super().__init__(input_size // group.size, output_size, group, bias, tp_dim=1)
