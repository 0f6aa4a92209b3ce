"""wrong_answer: a size that does not divide is an AssertionError"""


class ColumnParallelLinear:
    def __init__(self, input_size: int, output_size: int, group: TPGroup, bias: bool = False):
        assert output_size % group.size == 0, f"{output_size} outputs on {group.size} ranks"
        super().__init__(input_size, output_size // group.size, group, bias, tp_dim=0)
