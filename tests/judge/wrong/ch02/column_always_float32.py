"""wrong_answer: the parameter is float32 afterwards, whatever it was"""


class ColumnParallelLinear:
    def weight_loader(self, param: nn.Parameter, loaded_weight: Tensor) -> None:
        check_shape(loaded_weight, (param.shape[0] * self.tp_size, *param.shape[1:]))
        part = loaded_weight.chunk(self.tp_size)[self.tp_rank]
        param.data = part.clone().float()
