"""The code checks only that the ranks divide the sum of all widths.

Why: The base class checks the one number that it is given. Each projection is cut on its own, so
each has to divide.

Look: Which rows of the first projection does rank 1 hold, with widths 3 and 5 on 2 ranks?
"""


class MergedColumnParallelLinear:
    def __init__(
        self, input_size: int, output_sizes: Sequence[int], group: TPGroup, bias: bool = False
    ):
        super().__init__(input_size, sum(output_sizes), group, bias)
        self.output_sizes = list(output_sizes)
