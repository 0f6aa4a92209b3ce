"""wrong_answer: a bias also where none is asked for"""


class ColumnParallelLinear:
    def __init__(self, input_size: int, output_size: int, group: TPGroup, bias: bool = False):
        super().__init__(input_size, divide(output_size, group.size), group, True, tp_dim=0)


class RowParallelLinear:
    def __init__(self, input_size: int, output_size: int, group: TPGroup, bias: bool = False):
        super().__init__(divide(input_size, group.size), output_size, group, True, tp_dim=1)
