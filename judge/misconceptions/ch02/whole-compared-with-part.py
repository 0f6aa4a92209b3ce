"""The whole tensor is compared with the shape of one rank's part.

Why: The shape of param looks like the one to ask for. It is that of this rank's part, and the
loader is given the whole tensor: on several ranks a right one is refused.

Look: Put the two shapes of the error below each other. Which number differs, and how many times is
it the other one?
"""


class ColumnParallelLinear:
    def weight_loader(self, param: nn.Parameter, loaded_weight: Tensor) -> None:
        check_shape(loaded_weight, param.shape)
        size = param.shape[0]
        param.data.copy_(loaded_weight.narrow(0, self.tp_rank * size, size))


class RowParallelLinear:
    def weight_loader(self, param: nn.Parameter, loaded_weight: Tensor) -> None:
        check_shape(loaded_weight, param.shape)
        if param.ndim == 1:
            param.data.copy_(loaded_weight)
            return
        size = param.shape[1]
        param.data.copy_(loaded_weight.narrow(1, self.tp_rank * size, size))
