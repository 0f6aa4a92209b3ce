"""The sum is divided as if every rank had as many columns as this one."""

from typing import Any

import torch
from torch import Tensor


def sharded_rms_norm(x: Tensor, weight: Tensor, eps: float, hidden_size: int, group: Any) -> Tensor:
    wide = x.float()
    mean = group.all_reduce(wide.pow(2).sum(-1, keepdim=True)) / (x.shape[-1] * group.size)
    return (wide * torch.rsqrt(mean + eps)).to(x.dtype) * weight


def sharded_layer_norm(
    x: Tensor, weight: Tensor, bias: Tensor, eps: float, hidden_size: int, group: Any
) -> Tensor:
    wide = x.float()
    sums = torch.stack([wide.sum(-1), wide.pow(2).sum(-1)])
    mean, mean_square = (group.all_reduce(sums) / (x.shape[-1] * group.size)).unsqueeze(-1)
    scale = torch.rsqrt(mean_square - mean**2 + eps)
    return ((wide - mean) * scale).to(x.dtype) * weight + bias
