"""In the parameter."""


class MergedColumnParallelLinear:
    def weight_loader(
        self, param: nn.Parameter, loaded_weight: Tensor, loaded_shard_id: int | str
    ) -> None:
        offset, size = self.segment(loaded_shard_id)
        check_shape(loaded_weight, (size * self.tp_size, *param.shape[1:]))
        shard = loaded_weight.narrow(0, self.tp_rank * size, size)
        param.data.narrow(0, offset + self.tp_rank * size, size).copy_(shard)
