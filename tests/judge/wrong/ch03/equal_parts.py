"""wrong_answer: all parts have the width of the first."""


class MergedColumnParallelLinear:
    def segment(self, loaded_shard_id: int) -> tuple[int, int]:
        rows = divide(self.output_sizes[0], self.tp_size)
        return rows * loaded_shard_id, rows
