"""Heads are taken for the slow and the fast dimension the wrong way round.

Why: A cut into (D, heads) fits as well as (heads, D). In memory a head's numbers are neighbours, so
the head counts slowly and comes first.

Look: Write down, for 2 heads of 3, which numbers of x belong to head 0.
"""

from typing import Any

import torch
from torch import Tensor


def head_rms_norm(x: Tensor, weight: Tensor, eps: float, group: Any) -> Tensor:
    heads = x.float().unflatten(-1, (weight.shape[0], -1))
    scale = torch.rsqrt(heads.pow(2).mean(-2, keepdim=True) + eps)
    return ((heads * scale).to(x.dtype) * weight.unsqueeze(-1)).flatten(-2)
