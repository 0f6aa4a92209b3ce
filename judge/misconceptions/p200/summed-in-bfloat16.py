"""The squares are added in the dtype of x.

Why: The result is in that dtype, so why not all of it. bfloat16 has 8 significant bits: above 256 a
sum no longer notices a 1.

Look: Print the dtype of what you give to all_reduce.
"""

from typing import Any

import torch
from torch import Tensor


def sharded_rms_norm(x: Tensor, weight: Tensor, eps: float, hidden_size: int, group: Any) -> Tensor:
    mean = group.all_reduce(x.pow(2).sum(-1, keepdim=True)) / hidden_size
    return x * torch.rsqrt(mean + eps) * weight
