"""The code moves a segment by the rank.

Why: Each rank holds other rows of the checkpoint, so a start seems to depend on the rank. A segment
is a place in the rank's own parameter, and that is laid out alike on every rank.

Look: Print the segment of the first projection on every rank. At which row can it begin?
"""


class MergedColumnParallelLinear:
    def segment(self, loaded_shard_id: int) -> tuple[int, int]:
        size = divide(self.output_sizes[loaded_shard_id], self.tp_size)
        offset = divide(sum(self.output_sizes[:loaded_shard_id]), self.tp_size)
        return offset + self.tp_rank * size, size
