"""A size that does not divide is cut short instead of refused.

Why: Floor division always gives a number. What is left over belongs to no rank, and the layer is
wrong without an error.

Look: Add up the sizes of all ranks' parts of 10 on 4 ranks.
"""


class ColumnParallelLinear:
    def __init__(self, input_size: int, output_size: int, group: TPGroup, bias: bool = False):
        super().__init__(input_size, output_size // group.size, group, bias, tp_dim=0)


class RowParallelLinear:
    def __init__(self, input_size: int, output_size: int, group: TPGroup, bias: bool = False):
        super().__init__(input_size // group.size, output_size, group, bias, tp_dim=1)
