"""The shapes are right, and the loader asks for another one."""


class ColumnParallelLinear:
    def weight_loader(self, param: nn.Parameter, loaded_weight: Tensor) -> None:
        dim = 1 if param.ndim == 2 else 0
        size = param.shape[dim]
        wanted = list(param.shape)
        wanted[dim] = size * self.tp_size
        check_shape(loaded_weight, wanted)
        param.data.copy_(loaded_weight.narrow(dim, self.tp_rank * size, size))


class RowParallelLinear:
    def weight_loader(self, param: nn.Parameter, loaded_weight: Tensor) -> None:
        if param.ndim == 1:
            check_shape(loaded_weight, param.shape)
            param.data.copy_(loaded_weight)
            return
        size = param.shape[0]
        check_shape(loaded_weight, (size * self.tp_size, *param.shape[1:]))
        param.data.copy_(loaded_weight.narrow(0, self.tp_rank * size, size))
