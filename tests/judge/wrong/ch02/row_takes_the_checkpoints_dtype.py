"""wrong_answer: a bfloat16 checkpoint makes the parameter bfloat16"""


class RowParallelLinear:
    def weight_loader(self, param: nn.Parameter, loaded_weight: Tensor) -> None:
        if param.ndim == 1:
            check_shape(loaded_weight, param.shape)
            param.data = loaded_weight.clone()
            return
        check_shape(loaded_weight, (len(param), param.shape[1] * self.tp_size))
        param.data = loaded_weight.chunk(self.tp_size, 1)[self.tp_rank].clone()
