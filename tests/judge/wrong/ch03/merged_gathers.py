"""wrong_answer: the merged layer gathers its output."""


class MergedColumnParallelLinear:
    def segment(self, loaded_shard_id: int) -> tuple[int, int]:
        offset = divide(sum(self.output_sizes[:loaded_shard_id]), self.tp_size)
        return offset, divide(self.output_sizes[loaded_shard_id], self.tp_size)

    def forward(self, x: Tensor) -> Tensor:
        return self.group.all_gather(super().forward(x))
