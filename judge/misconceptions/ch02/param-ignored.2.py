"""The shape is taken from self.weight too."""


class ColumnParallelLinear:
    def weight_loader(self, param: nn.Parameter, loaded_weight: Tensor) -> None:
        size = self.weight.shape[0]
        check_shape(loaded_weight, (size * self.tp_size, *self.weight.shape[1:]))
        self.weight.data.copy_(loaded_weight.narrow(0, self.tp_rank * size, size))


class RowParallelLinear:
    def weight_loader(self, param: nn.Parameter, loaded_weight: Tensor) -> None:
        size = self.weight.shape[1]
        check_shape(loaded_weight, (self.weight.shape[0], size * self.tp_size))
        self.weight.data.copy_(loaded_weight.narrow(1, self.tp_rank * size, size))
