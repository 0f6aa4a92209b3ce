"""Own parameters that want a gradient, extra attributes, new memory at each load, dist itself."""

import torch.distributed as dist


class ColumnParallelLinear:
    def __init__(self, input_size: int, output_size: int, group: TPGroup, bias: bool = False):
        local_size = divide(output_size, group.size)
        super().__init__(input_size, local_size, group, bias)
        self.local_rows = slice(group.rank * local_size, (group.rank + 1) * local_size)
        self.full_size = output_size
        self.weight = nn.Parameter(torch.zeros(local_size, input_size))
        self.weight.weight_loader = self.weight_loader

    def weight_loader(self, param: nn.Parameter, loaded_weight: Tensor) -> None:
        check_shape(loaded_weight, (self.full_size, *param.shape[1:]))
        param.data = loaded_weight[self.local_rows].to(param.dtype, copy=True)

    def forward(self, x: Tensor) -> Tensor:
        y = torch.empty(*x.shape[:-1], self.weight.shape[0], dtype=x.dtype)
        torch.matmul(x, self.weight.t(), out=y)
        if self.bias is not None:
            y += self.bias
        return y


class RowParallelLinear:
    def __init__(self, input_size: int, output_size: int, group: TPGroup, bias: bool = False):
        self_size = divide(input_size, group.size)
        super().__init__(self_size, output_size, group, bias)
        self.start, self.size = group.rank * self_size, self_size

    def weight_loader(self, param: nn.Parameter, loaded_weight: Tensor) -> None:
        if param.dim() == 1:
            if loaded_weight.shape != param.shape:
                raise ValueError(f"{tuple(loaded_weight.shape)} is not {tuple(param.shape)}")
            with torch.no_grad():
                param.copy_(loaded_weight)
        else:
            check_shape(loaded_weight, (len(param), self.size * self.tp_size))
            part = loaded_weight[:, self.start : self.start + self.size]
            param.data = part.to(param.dtype).clone()

    def forward(self, x: Tensor) -> Tensor:
        last = self.tp_rank == self.tp_size - 1
        y = F.linear(x, self.weight, self.bias if last else None)
        if self.tp_size > 1:
            dist.all_reduce(y)
        return y
