"""Where it begins only."""


class MergedColumnParallelLinear:
    def segment(self, loaded_shard_id: int) -> tuple[int, int]:
        offset = sum(self.output_sizes[:loaded_shard_id]) / self.tp_size
        return offset, divide(self.output_sizes[loaded_shard_id], self.tp_size)
