"""The code sends the mean first and the variance in a second call.

Why: The formula needs the mean before the squares. Two calls double the latency, which is nearly
all that such a small message costs.

Look: Which two sums can a rank make before it knows the mean?
"""

from typing import Any

import torch
from torch import Tensor


def sharded_layer_norm(
    x: Tensor, weight: Tensor, bias: Tensor, eps: float, hidden_size: int, group: Any
) -> Tensor:
    wide = x.float()
    mean = group.all_reduce(wide.sum(-1, keepdim=True)) / hidden_size
    centred = wide - mean
    variance = group.all_reduce(centred.pow(2).sum(-1, keepdim=True)) / hidden_size
    return (centred * torch.rsqrt(variance + eps)).to(x.dtype) * weight + bias
