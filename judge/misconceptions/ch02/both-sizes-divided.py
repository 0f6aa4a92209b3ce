"""A row-parallel layer holds the tp-th part of everything.

Why: In a column-parallel layer the one size that is cut is divided, and here the other one seems to
come on top. The cut goes through the inputs: every rank computes all outputs, each of them in part.

Look: How long is the partial sum that a rank brings to the all-reduce?
"""


class RowParallelLinear:
    def __init__(self, input_size: int, output_size: int, group: TPGroup, bias: bool = False):
        size = divide(input_size, group.size)
        super().__init__(size, divide(output_size, group.size), group, bias, tp_dim=1)
