"""The parameter is a slice of the checkpoint's tensor, which stays in memory.

Why: Setting param.data to a slice saves a copy. The slice points into the memory of the whole
tensor and keeps all of it alive, on every rank.

Look: Compare param.untyped_storage().nbytes() with the bytes of the parameter's own numbers.
"""


class ColumnParallelLinear:
    def weight_loader(self, param: nn.Parameter, loaded_weight: Tensor) -> None:
        size = param.shape[0]
        check_shape(loaded_weight, (size * self.tp_size, *param.shape[1:]))
        param.data = loaded_weight.narrow(0, self.tp_rank * size, size)


class RowParallelLinear:
    def weight_loader(self, param: nn.Parameter, loaded_weight: Tensor) -> None:
        if param.ndim == 1:
            check_shape(loaded_weight, param.shape)
            param.data.copy_(loaded_weight)
            return
        size = param.shape[1]
        check_shape(loaded_weight, (param.shape[0], size * self.tp_size))
        param.data = loaded_weight.narrow(1, self.tp_rank * size, size)
