"""wrong_answer: a refusal that prints no number."""


class MergedColumnParallelLinear:
    def __init__(
        self, input_size: int, output_sizes: Sequence[int], group: TPGroup, bias: bool = False
    ):
        if any(size % group.size for size in output_sizes):
            raise ValueError("the widths do not divide")
        super().__init__(input_size, sum(output_sizes), group, bias)
        self.output_sizes = list(output_sizes)
