"""A tensor of another shape is loaded without a word.

Why: Copying complains about most shapes by itself. It stays silent where broadcasting fits, and
where the part that is cut out happens to have the right size.

Look: Load a weight with one row for each rank, and look at what every row of the parameter holds.
"""


class MergedColumnParallelLinear:
    def weight_loader(
        self, param: nn.Parameter, loaded_weight: Tensor, loaded_shard_id: int | str
    ) -> None:
        offset, size = self.segment(loaded_shard_id)
        shard = loaded_weight.chunk(self.tp_size, dim=0)[self.tp_rank]
        param.data.narrow(0, offset, size).copy_(shard)
