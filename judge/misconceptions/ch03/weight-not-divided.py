"""Every rank makes room for the whole projections.

Why: The layer is told the whole sizes, and a single rank needs exactly those. Its base class
divides what it is given by the number of ranks, and no more.

Look: Add up the rows of all ranks and compare with the uncut layer.
"""


class MergedColumnParallelLinear:
    def __init__(
        self, input_size: int, output_sizes: Sequence[int], group: TPGroup, bias: bool = False
    ):
        [divide(size, group.size) for size in output_sizes]
        super().__init__(input_size, sum(output_sizes) * group.size, group, bias)
        self.output_sizes = list(output_sizes)
