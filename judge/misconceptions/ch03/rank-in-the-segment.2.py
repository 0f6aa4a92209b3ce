"""In the whole weight, projection after projection."""


class MergedColumnParallelLinear:
    def segment(self, loaded_shard_id: int) -> tuple[int, int]:
        size = divide(self.output_sizes[loaded_shard_id], self.tp_size)
        return sum(self.output_sizes[:loaded_shard_id]) + self.tp_rank * size, size
