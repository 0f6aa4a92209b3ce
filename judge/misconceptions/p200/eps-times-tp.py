"""Each rank adds eps before the all-reduce.

Why: The eps belongs to the mean, and the mean is a sum over ranks. So the sum holds eps once for
each rank.

Look: How large is the difference between your mean and the expected one?
"""

from typing import Any

import torch
from torch import Tensor


def sharded_rms_norm(x: Tensor, weight: Tensor, eps: float, hidden_size: int, group: Any) -> Tensor:
    wide = x.float()
    mean = group.all_reduce(wide.pow(2).sum(-1, keepdim=True) / hidden_size + eps)
    return (wide * torch.rsqrt(mean)).to(x.dtype) * weight
