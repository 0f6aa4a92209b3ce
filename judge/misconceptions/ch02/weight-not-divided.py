"""Every rank makes room for the whole weight.

Why: The layer is told its whole sizes, and a single rank needs exactly those. The base class wants
this rank's sizes: nobody divides after it.

Look: Add up the memory of all ranks and compare it with that of the uncut layer.
"""


class ColumnParallelLinear:
    def __init__(self, input_size: int, output_size: int, group: TPGroup, bias: bool = False):
        super().__init__(input_size, output_size, group, bias, tp_dim=0)


class RowParallelLinear:
    def __init__(self, input_size: int, output_size: int, group: TPGroup, bias: bool = False):
        super().__init__(input_size, output_size, group, bias, tp_dim=1)
