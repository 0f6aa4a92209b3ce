"""The mean is not subtracted.

Why: RMS norm does without it, and the rest looks the same. Layer norm moves the vector to mean 0
first.

Look: Add up the numbers of your result, with weight 1 and bias 0.
"""

from typing import Any

import torch
from torch import Tensor


def sharded_layer_norm(
    x: Tensor, weight: Tensor, bias: Tensor, eps: float, hidden_size: int, group: Any
) -> Tensor:
    wide = x.float()
    sums = torch.stack([wide.sum(-1), wide.pow(2).sum(-1)])
    mean, mean_square = (group.all_reduce(sums) / hidden_size).unsqueeze(-1)
    return (wide * torch.rsqrt(mean_square - mean**2 + eps)).to(x.dtype) * weight + bias
