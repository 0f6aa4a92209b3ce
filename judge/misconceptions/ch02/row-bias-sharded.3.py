"""Only the loader cuts it, after a check of the shape."""


class RowParallelLinear:
    def weight_loader(self, param: nn.Parameter, loaded_weight: Tensor) -> None:
        dim = 1 if param.ndim == 2 else 0
        size = loaded_weight.shape[dim] // self.tp_size
        if param.ndim == 2:
            check_shape(loaded_weight, (param.shape[0], param.shape[1] * self.tp_size))
        else:
            check_shape(loaded_weight, param.shape)
        param.data.copy_(loaded_weight.narrow(dim, self.tp_rank * size, size))
