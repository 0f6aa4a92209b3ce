"""Rows are divided with / and become a float.

Why: In Python 8 / 2 is 4.0, which compares equal to 4. But a slice or narrow needs an int.

Look: Ask Python for type(8 / 2).
"""


class MergedColumnParallelLinear:
    def segment(self, loaded_shard_id: int) -> tuple[int, int]:
        offset = sum(self.output_sizes[:loaded_shard_id]) / self.tp_size
        return offset, self.output_sizes[loaded_shard_id] / self.tp_size
