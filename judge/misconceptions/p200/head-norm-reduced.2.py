"""Over all heads of all ranks."""

from typing import Any

import torch
from torch import Tensor


def head_rms_norm(x: Tensor, weight: Tensor, eps: float, group: Any) -> Tensor:
    wide = x.float()
    squares = group.all_reduce(wide.pow(2).sum(-1, keepdim=True))
    y = wide * torch.rsqrt(squares / (x.shape[-1] * group.size) + eps)
    return (y.unflatten(-1, (-1, weight.shape[0])).to(x.dtype) * weight).flatten(-2)
