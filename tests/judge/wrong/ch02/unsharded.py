"""wrong_answer: the loader keeps the whole weight"""


class ColumnParallelLinear:
    def weight_loader(self, param: nn.Parameter, loaded_weight: Tensor) -> None:
        param.data = loaded_weight.clone()


class RowParallelLinear:
    def weight_loader(self, param: nn.Parameter, loaded_weight: Tensor) -> None:
        param.data = loaded_weight.clone()
