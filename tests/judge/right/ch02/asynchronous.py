"""An all-reduce that is waited for; einsum; tensor_split; the bias shared out between the ranks."""

import torch.distributed as dist


class ColumnParallelLinear:
    def weight_loader(self, param: nn.Parameter, loaded_weight: Tensor) -> None:
        full_shape = (param.shape[0] * self.tp_size,) + tuple(param.shape[1:])
        if tuple(loaded_weight.shape) != full_shape:
            raise ValueError(f"shape {tuple(loaded_weight.shape)} instead of {full_shape}")
        mine = torch.tensor_split(loaded_weight, self.tp_size)[self.tp_rank]
        for row, values in enumerate(mine):
            param.data[row] = values

    def forward(self, x: Tensor) -> Tensor:
        y = torch.einsum("...i,oi->...o", x, self.weight)
        return y + self.bias if self.bias is not None else y


class RowParallelLinear:
    def forward(self, x: Tensor) -> Tensor:
        y = torch.einsum("...i,oi->...o", x, self.weight).contiguous()
        if self.bias is not None:
            y += self.bias / self.tp_size
        if self.tp_size == 1:
            return y
        work = dist.all_reduce(y, async_op=True)
        work.wait()
        return y
