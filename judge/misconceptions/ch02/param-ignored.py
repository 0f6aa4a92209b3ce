"""The loader fills self.weight, whichever parameter it is called for.

Why: The weight is what a linear layer is about, and on the weight such a loader is right. But
weight and bias share one loader: param says which of the two is meant.

Look: Call the loader for the bias. Which tensor does your code write to?
"""


class ColumnParallelLinear:
    def weight_loader(self, param: nn.Parameter, loaded_weight: Tensor) -> None:
        size = param.shape[0]
        check_shape(loaded_weight, (size * self.tp_size, *param.shape[1:]))
        self.weight.data.copy_(loaded_weight.narrow(0, self.tp_rank * size, size))


class RowParallelLinear:
    def weight_loader(self, param: nn.Parameter, loaded_weight: Tensor) -> None:
        if param.ndim == 1:
            check_shape(loaded_weight, param.shape)
            self.weight.data.copy_(loaded_weight)
            return
        size = param.shape[1]
        check_shape(loaded_weight, (param.shape[0], size * self.tp_size))
        self.weight.data.copy_(loaded_weight.narrow(1, self.tp_rank * size, size))
