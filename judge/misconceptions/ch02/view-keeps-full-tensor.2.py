"""The bias of the row-parallel layer is the checkpoint's own tensor too."""


class ColumnParallelLinear:
    def weight_loader(self, param: nn.Parameter, loaded_weight: Tensor) -> None:
        param.data = loaded_weight.chunk(self.tp_size, dim=0)[self.tp_rank]


class RowParallelLinear:
    def weight_loader(self, param: nn.Parameter, loaded_weight: Tensor) -> None:
        if param.ndim == 1:
            param.data = loaded_weight
            return
        param.data = loaded_weight.chunk(self.tp_size, dim=1)[self.tp_rank]
