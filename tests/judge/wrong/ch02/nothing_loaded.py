"""wrong_answer: the loader forgets what it was given"""


class ColumnParallelLinear:
    def weight_loader(self, param: nn.Parameter, loaded_weight: Tensor) -> None:
        check_shape(loaded_weight, (param.shape[0] * self.tp_size, *param.shape[1:]))


class RowParallelLinear:
    def weight_loader(self, param: nn.Parameter, loaded_weight: Tensor) -> None:
        whole = param.shape if param.ndim == 1 else (param.shape[0], param.shape[1] * self.tp_size)
        check_shape(loaded_weight, whole)
