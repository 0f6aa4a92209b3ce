"""The code gives a segment as its start and its end.

Why: Slices in Python are written with a start and an end. Here the second number is how many rows
there are, as narrow wants it; for the first projection the two are the same.

Look: Compare your second number with the number of rows that this projection has on one rank.
"""


class MergedColumnParallelLinear:
    def segment(self, loaded_shard_id: int) -> tuple[int, int]:
        offset = divide(sum(self.output_sizes[:loaded_shard_id]), self.tp_size)
        return offset, offset + divide(self.output_sizes[loaded_shard_id], self.tp_size)
