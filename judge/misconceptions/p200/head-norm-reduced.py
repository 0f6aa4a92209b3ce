"""The code reduces the norm of a head over the ranks.

Why: The other norms are, and heads are cut over ranks as well. But what is cut is the number of
heads: each head is whole on its rank, and the ranks' sums belong to different heads.

Look: Which heads are in the sum after your all-reduce?
"""

from typing import Any

import torch
from torch import Tensor


def head_rms_norm(x: Tensor, weight: Tensor, eps: float, group: Any) -> Tensor:
    heads = x.float().unflatten(-1, (-1, weight.shape[0]))
    squares = group.all_reduce(heads.pow(2).sum(-1, keepdim=True))
    scale = torch.rsqrt(squares / (weight.shape[0] * group.size) + eps)
    return ((heads * scale).to(x.dtype) * weight).flatten(-2)
