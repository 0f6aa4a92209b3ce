"""Where they begin only: as wide as the first."""


class MergedColumnParallelLinear:
    def segment(self, loaded_shard_id: int) -> tuple[int, int]:
        rows = divide(self.output_sizes[loaded_shard_id], self.tp_size)
        return divide(self.output_sizes[0], self.tp_size) * loaded_shard_id, rows
