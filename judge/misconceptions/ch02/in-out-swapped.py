"""Outputs and inputs are taken for each other: the weight is cut along the wrong dimension.

Why: In the maths the weight is written [in, out], and columns are outputs. PyTorch stores [out,
in], turned by 90 degrees.

Look: Write down the shape of the weight and what its first number counts.
"""


class ColumnParallelLinear:
    def __init__(self, input_size: int, output_size: int, group: TPGroup, bias: bool = False):
        super().__init__(divide(input_size, group.size), output_size, group, bias, tp_dim=1)

    def weight_loader(self, param: nn.Parameter, loaded_weight: Tensor) -> None:
        dim = 1 if param.ndim == 2 else 0
        param.data.copy_(loaded_weight.chunk(self.tp_size, dim)[self.tp_rank])


class RowParallelLinear:
    def __init__(self, input_size: int, output_size: int, group: TPGroup, bias: bool = False):
        super().__init__(input_size, divide(output_size, group.size), group, bias, tp_dim=0)

    def weight_loader(self, param: nn.Parameter, loaded_weight: Tensor) -> None:
        if param.ndim == 1:
            param.data.copy_(loaded_weight)
            return
        param.data.copy_(loaded_weight.chunk(self.tp_size, 0)[self.tp_rank])
