"""The length only."""


class MergedColumnParallelLinear:
    def segment(self, loaded_shard_id: int) -> tuple[int, int]:
        offset = divide(sum(self.output_sizes[:loaded_shard_id]), self.tp_size)
        return offset, self.output_sizes[loaded_shard_id] / self.tp_size
