"""wrong_answer: there are a gate and an up, and nothing else."""


class MergedColumnParallelLinear:
    def segment(self, loaded_shard_id: int) -> tuple[int, int]:
        half = divide(self.output_sizes[loaded_shard_id], self.tp_size)
        return (0 if loaded_shard_id == 0 else divide(self.output_sizes[0], self.tp_size)), half
