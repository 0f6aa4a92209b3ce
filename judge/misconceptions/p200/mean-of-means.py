"""The ranks' means are averaged.

Why: With equal parts the mean of the means is the mean. With uneven parts a rank with few columns
counts as much as one with many, and one with none has no mean at all.

Look: Work out the mean of 1, 1, 1 and 5 from the means of two ranks, the first with three columns.
"""

from typing import Any

import torch
from torch import Tensor


def sharded_rms_norm(x: Tensor, weight: Tensor, eps: float, hidden_size: int, group: Any) -> Tensor:
    wide = x.float()
    mean = group.all_reduce(wide.pow(2).mean(-1, keepdim=True)) / group.size
    return (wide * torch.rsqrt(mean + eps)).to(x.dtype) * weight


def sharded_layer_norm(
    x: Tensor, weight: Tensor, bias: Tensor, eps: float, hidden_size: int, group: Any
) -> Tensor:
    wide = x.float()
    means = torch.stack([wide.mean(-1), wide.pow(2).mean(-1)])
    mean, mean_square = (group.all_reduce(means) / group.size).unsqueeze(-1)
    scale = torch.rsqrt(mean_square - mean**2 + eps)
    return ((wide - mean) * scale).to(x.dtype) * weight + bias
