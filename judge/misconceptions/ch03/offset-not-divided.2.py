"""The length is that of the whole projection as well."""


class MergedColumnParallelLinear:
    def segment(self, loaded_shard_id: int) -> tuple[int, int]:
        return sum(self.output_sizes[:loaded_shard_id]), self.output_sizes[loaded_shard_id]
