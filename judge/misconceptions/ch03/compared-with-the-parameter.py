"""The whole tensor is compared with the shape of the parameter.

Why: In a loader for one tensor the two belong together. This parameter holds a part of several
projections, and the loader is given one projection, whole: a right tensor is refused.

Look: What do the rows of param hold, and what those of the tensor?
"""


class MergedColumnParallelLinear:
    def weight_loader(
        self, param: nn.Parameter, loaded_weight: Tensor, loaded_shard_id: int | str
    ) -> None:
        offset, size = self.segment(loaded_shard_id)
        check_shape(loaded_weight, param.shape)
        shard = loaded_weight.narrow(0, self.tp_rank * size, size)
        param.data.narrow(0, offset, size).copy_(shard)
