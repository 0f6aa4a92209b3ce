"""All heads of a rank are normalised together.

Why: They lie side by side in one vector, and a norm takes the mean of its last dimension. A head
with large numbers then makes the others small, and the result depends on how many heads a rank has.

Look: How many numbers go into one mean, and how many has a head?
"""

from typing import Any

import torch
from torch import Tensor


def head_rms_norm(x: Tensor, weight: Tensor, eps: float, group: Any) -> Tensor:
    wide = x.float()
    y = wide * torch.rsqrt(wide.pow(2).mean(-1, keepdim=True) + eps)
    return (y.unflatten(-1, (-1, weight.shape[0])).to(x.dtype) * weight).flatten(-2)
