"""The code gives a segment the length of the whole projection.

Why: The number in output_sizes is right on one rank. A rank of several holds a part of the
projection, and its segment is as long as that part.

Look: Add your length to your start for the last projection, and compare with the rows of one rank's
parameter.
"""


class MergedColumnParallelLinear:
    def segment(self, loaded_shard_id: int) -> tuple[int, int]:
        offset = divide(sum(self.output_sizes[:loaded_shard_id]), self.tp_size)
        return offset, self.output_sizes[loaded_shard_id]
