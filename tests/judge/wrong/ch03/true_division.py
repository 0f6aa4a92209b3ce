"""wrong_answer: a segment is told in floats."""


class MergedColumnParallelLinear:
    def segment(self, loaded_shard_id: int) -> tuple[int, int]:
        return sum(self.output_sizes[:loaded_shard_id]) / self.tp_size, self.output_sizes[
            loaded_shard_id
        ] / self.tp_size
