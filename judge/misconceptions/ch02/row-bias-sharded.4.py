"""Cut along its last dimension, after a check of the whole shape that this needs."""


class RowParallelLinear:
    def weight_loader(self, param: nn.Parameter, loaded_weight: Tensor) -> None:
        size = param.shape[-1]
        check_shape(loaded_weight, (*param.shape[:-1], size * self.tp_size))
        param.data.copy_(loaded_weight.narrow(-1, self.tp_rank * size, size))
