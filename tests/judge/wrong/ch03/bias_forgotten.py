"""wrong_answer: there is never a bias."""


class MergedColumnParallelLinear:
    def __init__(
        self, input_size: int, output_sizes: Sequence[int], group: TPGroup, bias: bool = False
    ):
        local_sizes = [divide(size, group.size) for size in output_sizes]
        super().__init__(input_size, sum(local_sizes) * group.size, group)
        self.output_sizes = list(output_sizes)
