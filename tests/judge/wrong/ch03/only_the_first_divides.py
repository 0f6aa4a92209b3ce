"""wrong_answer: only the first width and the sum are looked at."""


class MergedColumnParallelLinear:
    def __init__(
        self, input_size: int, output_sizes: Sequence[int], group: TPGroup, bias: bool = False
    ):
        divide(output_sizes[0], group.size)
        super().__init__(input_size, sum(output_sizes), group, bias)
        self.output_sizes = list(output_sizes)
