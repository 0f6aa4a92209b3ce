"""wrong_answer: a new parameter takes the place of the one that is loaded"""


class ColumnParallelLinear:
    def weight_loader(self, param: nn.Parameter, loaded_weight: Tensor) -> None:
        check_shape(loaded_weight, (param.shape[0] * self.tp_size, *param.shape[1:]))
        part = loaded_weight.chunk(self.tp_size)[self.tp_rank].clone()
        name = "weight" if param.ndim == 2 else "bias"
        setattr(self, name, nn.Parameter(part, requires_grad=False))
