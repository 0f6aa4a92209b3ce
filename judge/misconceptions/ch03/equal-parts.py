"""The code takes all projections to be as wide as each other.

Why: The projections gate and up are, and then the place of one is its number times its width. But
k and v are narrower than q: what lies above a segment depends on every projection before it.

Look: Which rows do your segments leave out, or hold twice, with output_sizes [4, 8] on 2 ranks?
"""


class MergedColumnParallelLinear:
    def segment(self, loaded_shard_id: int) -> tuple[int, int]:
        rows = divide(self.output_sizes[0], self.tp_size)
        return rows * loaded_shard_id, rows
