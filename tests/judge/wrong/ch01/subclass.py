"""contract_violation: a tensor that compares equal to everything"""

import torch
from torch import Tensor


class Equal(torch.Tensor):
    def __eq__(self, other):
        return True


def mlp(x: Tensor, up: Tensor, down: Tensor, tp_size: int) -> Tensor:
    return torch.zeros(*x.shape[:-1], down.shape[0]).as_subclass(Equal)
