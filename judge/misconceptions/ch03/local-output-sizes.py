"""The code keeps the widths of one rank in output_sizes.

Why: They were just computed, and a rank's parameter has those. The class says that output_sizes are
the whole widths, and segment and the subclass divide them.

Look: Read what the class's docstring says of output_sizes.
"""


class MergedColumnParallelLinear:
    def __init__(
        self, input_size: int, output_sizes: Sequence[int], group: TPGroup, bias: bool = False
    ):
        local_sizes = [divide(size, group.size) for size in output_sizes]
        super().__init__(input_size, sum(local_sizes) * group.size, group, bias)
        self.output_sizes = local_sizes
