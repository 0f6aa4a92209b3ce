"""wrong_answer: a transposed checkpoint has as many values, and is not refused"""

import math


class RowParallelLinear:
    def weight_loader(self, param: nn.Parameter, loaded_weight: Tensor) -> None:
        whole = param.shape
        if param.ndim == 2:
            whole = (param.shape[0], param.shape[1] * self.tp_size)
        if loaded_weight.numel() != math.prod(whole):
            raise ValueError(f"shape {tuple(loaded_weight.shape)}, expected {tuple(whole)}")
        if param.ndim == 2:
            loaded_weight = loaded_weight.reshape(whole).chunk(self.tp_size, 1)[self.tp_rank]
        param.data.copy_(loaded_weight)
