"""The input is cut instead of the output.

Why: In the maths the weight is written [in, out], and columns are outputs. PyTorch stores [out,
in], turned by 90 degrees.

Look: Write down the shape of the weight and what its first number counts.
"""


class MergedColumnParallelLinear:
    def __init__(
        self, input_size: int, output_sizes: Sequence[int], group: TPGroup, bias: bool = False
    ):
        local_sizes = [divide(size, group.size) for size in output_sizes]
        super(ColumnParallelLinear, self).__init__(sum(local_sizes), input_size, group, bias)
        self.output_sizes = list(output_sizes)
