"""In the parameter only."""


class MergedColumnParallelLinear:
    def weight_loader(
        self, param: nn.Parameter, loaded_weight: Tensor, loaded_shard_id: int | str
    ) -> None:
        first, last = self.segment(loaded_shard_id)
        check_shape(loaded_weight, (last * self.tp_size, *param.shape[1:]))
        param.data[first:last].copy_(loaded_weight[self.tp_rank * last : (self.tp_rank + 1) * last])
