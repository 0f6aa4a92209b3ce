"""Of q, k and v."""


class QKVParallelLinear:
    def segment(self, loaded_shard_id: str) -> tuple[int, int]:
        index = ["q", "k", "v"].index(loaded_shard_id)
        return sum(self.output_sizes[:index]), self.output_sizes[index]
