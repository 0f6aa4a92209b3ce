"""Cut along the same dimension as the weight, which a bias does not have."""


class RowParallelLinear:
    def weight_loader(self, param: nn.Parameter, loaded_weight: Tensor) -> None:
        size = param.shape[self.tp_dim]
        check_shape(loaded_weight, (param.shape[0], size * self.tp_size))
        param.data.copy_(loaded_weight.narrow(self.tp_dim, self.tp_rank * size, size))
