"""wrong_answer: a bfloat16 checkpoint makes the parameter bfloat16"""


class ColumnParallelLinear:
    def weight_loader(self, param: nn.Parameter, loaded_weight: Tensor) -> None:
        check_shape(loaded_weight, (param.shape[0] * self.tp_size, *param.shape[1:]))
        param.data = loaded_weight.chunk(self.tp_size)[self.tp_rank].clone()
