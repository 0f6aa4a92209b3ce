"""wrong_answer: a parameter that is loaded already is not loaded again"""


class ColumnParallelLinear:
    def weight_loader(self, param: nn.Parameter, loaded_weight: Tensor) -> None:
        check_shape(loaded_weight, (param.shape[0] * self.tp_size, *param.shape[1:]))
        if not hasattr(param, "loaded"):
            param.data.copy_(loaded_weight.chunk(self.tp_size)[self.tp_rank])
            param.loaded = True
