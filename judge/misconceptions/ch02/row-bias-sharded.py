"""The bias of the row-parallel layer is treated like its weight, which is cut.

Why: A column-parallel layer cuts its bias, and one loader for both is tempting. A row-parallel
layer has all outputs on every rank: a bias has one number for each of them and nothing to do with
the input that is cut.

Look: How many numbers does the output of this layer have, and how many the bias that was loaded?
"""


class RowParallelLinear:
    def __init__(self, input_size: int, output_size: int, group: TPGroup, bias: bool = False):
        super().__init__(divide(input_size, group.size), output_size, group, bias, tp_dim=1)
        if bias:
            part = torch.empty(divide(output_size, group.size))
            self.bias = nn.Parameter(part, requires_grad=False)
            self.bias.weight_loader = self.weight_loader

    def weight_loader(self, param: nn.Parameter, loaded_weight: Tensor) -> None:
        dim = 1 if param.ndim == 2 else 0
        param.data.copy_(loaded_weight.chunk(self.tp_size, dim)[self.tp_rank])
