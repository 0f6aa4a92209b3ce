"""The code takes the mean over a rank's own columns.

Why: Every norm is written as x.pow(2).mean(-1), and it gives a number of the right size. It is the
mean of another vector: the root must be the same on all ranks.

Look: Print the root mean square that each rank uses for the same hidden vector.
"""

from typing import Any

import torch
from torch import Tensor


def sharded_rms_norm(x: Tensor, weight: Tensor, eps: float, hidden_size: int, group: Any) -> Tensor:
    wide = x.float()
    mean = wide.pow(2).mean(-1, keepdim=True)
    return (wide * torch.rsqrt(mean + eps)).to(x.dtype) * weight


def sharded_layer_norm(
    x: Tensor, weight: Tensor, bias: Tensor, eps: float, hidden_size: int, group: Any
) -> Tensor:
    wide = x.float()
    mean, mean_square = wide.mean(-1, keepdim=True), wide.pow(2).mean(-1, keepdim=True)
    scale = torch.rsqrt(mean_square - mean**2 + eps)
    return ((wide - mean) * scale).to(x.dtype) * weight + bias
