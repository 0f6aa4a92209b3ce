"""The shape of the tensor that is loaded is not checked.

Why: To cut and to copy complain about some shapes by themselves. They stay silent where
broadcasting fits, and where the part that is cut out happens to have the right size. A complaint of
theirs does not name the two shapes either.

Look: Load a weight with one row for each rank, and look at what every row of the parameter holds.
"""


class MergedColumnParallelLinear:
    def weight_loader(
        self, param: nn.Parameter, loaded_weight: Tensor, loaded_shard_id: int | str
    ) -> None:
        offset, size = self.segment(loaded_shard_id)
        shard = loaded_weight.chunk(self.tp_size, dim=0)[self.tp_rank]
        param.data.narrow(0, offset, size).copy_(shard)
