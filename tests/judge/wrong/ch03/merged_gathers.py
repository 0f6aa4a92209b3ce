"""wrong_answer: the merged layer gathers its output."""


class MergedColumnParallelLinear:
    def __init__(
        self, input_size: int, output_sizes: Sequence[int], group: TPGroup, bias: bool = False
    ):
        [divide(size, group.size) for size in output_sizes]
        super().__init__(input_size, sum(output_sizes), group, bias)
        self.output_sizes = list(output_sizes)

    def forward(self, x: Tensor) -> Tensor:
        return self.group.all_gather(super().forward(x))
