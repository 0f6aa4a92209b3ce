"""The constructor does not call that of its base class.

Why: A constructor of one's own seems to take the place of the other. But the base class makes the
parameters, and nn.Module can hold none before its own __init__ has run.

Look: Which line of your constructor makes self.weight?
"""


class MergedColumnParallelLinear:
    def __init__(
        self, input_size: int, output_sizes: Sequence[int], group: TPGroup, bias: bool = False
    ):
        [divide(size, group.size) for size in output_sizes]
        self.output_sizes = list(output_sizes)
