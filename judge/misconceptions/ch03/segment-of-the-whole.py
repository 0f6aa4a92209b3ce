"""The code gives the segments of the whole projections, not of one rank's parts.

Why: The numbers in output_sizes are those of the whole model, and on one rank they are right as
they stand. With more ranks every part is shorter, and begins earlier.

Look: How many rows has the parameter of one rank, and how many have your segments together?
"""


class MergedColumnParallelLinear:
    def segment(self, loaded_shard_id: int) -> tuple[int, int]:
        return sum(self.output_sizes[:loaded_shard_id]), self.output_sizes[loaded_shard_id]
