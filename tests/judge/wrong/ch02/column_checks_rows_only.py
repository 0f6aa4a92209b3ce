"""wrong_answer: a checkpoint with other inputs is left to copy_, which says something else"""


class ColumnParallelLinear:
    def weight_loader(self, param: nn.Parameter, loaded_weight: Tensor) -> None:
        size = param.shape[0]
        if len(loaded_weight) != size * self.tp_size:
            whole = (size * self.tp_size, *param.shape[1:])
            raise ValueError(f"shape {tuple(loaded_weight.shape)}, expected {whole}")
        param.data.copy_(loaded_weight.narrow(0, self.tp_rank * size, size))
