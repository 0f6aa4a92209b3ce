"""The code starts a segment where the whole projections end, not this rank's parts of them.

Why: The numbers in output_sizes are those of the whole model, and adding them up is right on one
rank. A rank's parameter is shorter: so are the parts before a segment.

Look: How many rows has the parameter of one rank, and is the segment of the last projection inside
it?
"""


class MergedColumnParallelLinear:
    def segment(self, loaded_shard_id: int) -> tuple[int, int]:
        offset = sum(self.output_sizes[:loaded_shard_id])
        return offset, divide(self.output_sizes[loaded_shard_id], self.tp_size)
