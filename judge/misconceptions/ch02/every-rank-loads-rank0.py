"""Every rank loads the part of rank 0.

Why: A shard of the right shape loads without an error, whichever part of the checkpoint it is.

Look: Print the weight of rank 1 and find its first number in the checkpoint's tensor.
"""


class ColumnParallelLinear:
    def weight_loader(self, param: nn.Parameter, loaded_weight: Tensor) -> None:
        size = param.shape[0]
        check_shape(loaded_weight, (size * self.tp_size, *param.shape[1:]))
        param.data.copy_(loaded_weight[:size])


class RowParallelLinear:
    def weight_loader(self, param: nn.Parameter, loaded_weight: Tensor) -> None:
        if param.ndim == 1:
            check_shape(loaded_weight, param.shape)
            param.data.copy_(loaded_weight)
            return
        size = param.shape[1]
        check_shape(loaded_weight, (param.shape[0], size * self.tp_size))
        param.data.copy_(loaded_weight[:, :size])
