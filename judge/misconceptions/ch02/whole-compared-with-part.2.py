"""Cut by chunk."""


class ColumnParallelLinear:
    def weight_loader(self, param: nn.Parameter, loaded_weight: Tensor) -> None:
        check_shape(loaded_weight, param.shape)
        param.data.copy_(loaded_weight.chunk(self.tp_size, dim=0)[self.tp_rank])


class RowParallelLinear:
    def weight_loader(self, param: nn.Parameter, loaded_weight: Tensor) -> None:
        check_shape(loaded_weight, param.shape)
        if param.ndim == 2:
            loaded_weight = loaded_weight.chunk(self.tp_size, dim=1)[self.tp_rank]
        param.data.copy_(loaded_weight)
