"""Every rank adds the bias to the finished sum; chunks; matmul."""


class ColumnParallelLinear:
    def weight_loader(self, param: nn.Parameter, loaded_weight: Tensor) -> None:
        expected = list(param.shape)
        expected[0] *= self.tp_size
        if list(loaded_weight.shape) != expected:
            raise ValueError(f"got {list(loaded_weight.shape)}, need {expected}")
        param.data.copy_(loaded_weight.chunk(self.tp_size, dim=0)[self.tp_rank])

    def forward(self, x: Tensor) -> Tensor:
        y = x @ self.weight.T
        return y if self.bias is None else y + self.bias


class RowParallelLinear:
    def weight_loader(self, param: nn.Parameter, loaded_weight: Tensor) -> None:
        expected = list(param.shape)
        if len(expected) == 2:
            expected[1] *= self.tp_size
        if list(loaded_weight.shape) != expected:
            raise ValueError(f"got {list(loaded_weight.shape)}, need {expected}")
        if param is self.weight:
            loaded_weight = loaded_weight.chunk(self.tp_size, dim=1)[self.tp_rank]
        param.data.copy_(loaded_weight)

    def forward(self, x: Tensor) -> Tensor:
        y = self.group.all_reduce(x @ self.weight.T)
        return y if self.bias is None else y + self.bias
