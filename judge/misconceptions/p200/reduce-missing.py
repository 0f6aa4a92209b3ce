"""A rank's own sum is divided by the number of all columns.

Why: The division by hidden_size is right, so the formula looks right. But the sum is only this
rank's part of it.

Look: How many squares are in the sum, and by how many is it divided?
"""

from typing import Any

import torch
from torch import Tensor


def sharded_rms_norm(x: Tensor, weight: Tensor, eps: float, hidden_size: int, group: Any) -> Tensor:
    wide = x.float()
    mean = wide.pow(2).sum(-1, keepdim=True) / hidden_size
    return (wide * torch.rsqrt(mean + eps)).to(x.dtype) * weight


def sharded_layer_norm(
    x: Tensor, weight: Tensor, bias: Tensor, eps: float, hidden_size: int, group: Any
) -> Tensor:
    wide = x.float()
    sums = torch.stack([wide.sum(-1), wide.pow(2).sum(-1)])
    mean, mean_square = (sums / hidden_size).unsqueeze(-1)
    scale = torch.rsqrt(mean_square - mean**2 + eps)
    return ((wide - mean) * scale).to(x.dtype) * weight + bias
