"""The merged weight is cut in one go, as if it were one projection.

Why: Stacked, the projections look like one weight of a column-parallel layer, and one cut of it
gives every rank the right number of rows. They are just not its rows of each projection: the first
rank gets all of the first one.

Look: Which rows of the second projection should rank 0 hold, and where are they in your parameter?
"""


class MergedColumnParallelLinear:
    def weight_loader(
        self, param: nn.Parameter, loaded_weight: Tensor, loaded_shard_id: int | str
    ) -> None:
        _, size = self.segment(loaded_shard_id)
        size *= self.tp_size
        check_shape(loaded_weight, (size, *param.shape[1:]))
        start = self.segment(loaded_shard_id)[0] * self.tp_size  # in the packed matrix
        mine = self.tp_rank * param.shape[0]  # the first row of this rank's chunk of it
        first, last = max(start, mine), min(start + size, mine + param.shape[0])
        if first < last:
            rows = loaded_weight[first - start : last - start]
            param.data[first - mine : last - mine].copy_(rows)
