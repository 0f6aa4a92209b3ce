"""By slices."""


class MergedColumnParallelLinear:
    def weight_loader(
        self, param: nn.Parameter, loaded_weight: Tensor, loaded_shard_id: int | str
    ) -> None:
        offset, size = self.segment(loaded_shard_id)
        check_shape(loaded_weight, (size * self.tp_size, *param.shape[1:]))
        start = offset + self.tp_rank * size
        param.data[offset : offset + size].copy_(loaded_weight[start : start + size])
