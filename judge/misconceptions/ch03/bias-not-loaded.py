"""Only weights are loaded, never a bias.

Why: Most models of today have no bias here. Those that have one, such as Qwen2's q, k and v, give
it the same loader.

Look: Print layer.bias after loading.
"""


class MergedColumnParallelLinear:
    def weight_loader(
        self, param: nn.Parameter, loaded_weight: Tensor, loaded_shard_id: int | str
    ) -> None:
        offset, size = self.segment(loaded_shard_id)
        check_shape(loaded_weight, (size * self.tp_size, *param.shape[1:]))
        if param.ndim == 1:
            return
        param.data.narrow(0, offset, size).copy_(loaded_weight.narrow(0, self.tp_rank * size, size))
