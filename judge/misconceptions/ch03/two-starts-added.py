"""The loader adds two starts together: that of the projection and that of the rank.

Why: There are two cuts, which projection and which rank, and each has a start. One is a row of the
parameter, the other a row of the tensor that is loaded, which holds one projection only.

Look: Say of each start which of the two tensors it belongs to.
"""


class MergedColumnParallelLinear:
    def weight_loader(
        self, param: nn.Parameter, loaded_weight: Tensor, loaded_shard_id: int | str
    ) -> None:
        offset, size = self.segment(loaded_shard_id)
        check_shape(loaded_weight, (size * self.tp_size, *param.shape[1:]))
        shard = loaded_weight.narrow(0, offset + self.tp_rank * size, size)
        param.data.narrow(0, offset, size).copy_(shard)
