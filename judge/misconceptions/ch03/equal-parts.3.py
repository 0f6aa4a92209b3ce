"""An even share of the parameter for each."""


class MergedColumnParallelLinear:
    def segment(self, loaded_shard_id: int) -> tuple[int, int]:
        rows = sum(self.output_sizes) // self.tp_size // len(self.output_sizes)
        return rows * loaded_shard_id, rows
