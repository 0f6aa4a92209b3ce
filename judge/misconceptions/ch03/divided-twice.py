"""The sizes are divided before they are given to a class that divides them again.

Why: A layer that holds one rank's part seems to need that part's size. The base class takes the
whole size and divides it itself.

Look: Which class divides, and what does its docstring say it is given?
"""


class MergedColumnParallelLinear:
    def __init__(
        self, input_size: int, output_sizes: Sequence[int], group: TPGroup, bias: bool = False
    ):
        local_sizes = [divide(size, group.size) for size in output_sizes]
        super().__init__(input_size, sum(local_sizes), group, bias)
        self.output_sizes = list(output_sizes)
