"""Loading one projection erases the others.

Why: A loader that makes the whole parameter anew is right for a layer of one projection. Here it is
called once for each, and must leave the rest alone.

Look: Load two projections and look at the rows of the first.
"""


class MergedColumnParallelLinear:
    def weight_loader(
        self, param: nn.Parameter, loaded_weight: Tensor, loaded_shard_id: int | str
    ) -> None:
        offset, size = self.segment(loaded_shard_id)
        check_shape(loaded_weight, (size * self.tp_size, *param.shape[1:]))
        param.data.zero_()
        param.data.narrow(0, offset, size).copy_(loaded_weight.narrow(0, self.tp_rank * size, size))
