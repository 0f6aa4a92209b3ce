"""wrong_answer: a parameter that is loaded already is not loaded again"""


class RowParallelLinear:
    def weight_loader(self, param: nn.Parameter, loaded_weight: Tensor) -> None:
        part = loaded_weight
        if param.ndim == 2:
            check_shape(loaded_weight, (len(param), param.shape[1] * self.tp_size))
            part = loaded_weight.chunk(self.tp_size, 1)[self.tp_rank]
        check_shape(part, param.shape)
        if not hasattr(param, "loaded"):
            param.data.copy_(part)
            param.loaded = True
