"""The all-reduce works on a copy, and the copy is thrown away.

Why: An all-reduce may work in place, so its result looks optional. Called on a temporary, it
changes only that.

Look: Which variable holds the sum after the call, and which one is used?
"""

from typing import Any

import torch
from torch import Tensor


def sharded_rms_norm(x: Tensor, weight: Tensor, eps: float, hidden_size: int, group: Any) -> Tensor:
    wide = x.float()
    squares = wide.pow(2).sum(-1, keepdim=True)
    group.all_reduce(squares.clone())
    return (wide * torch.rsqrt(squares / hidden_size + eps)).to(x.dtype) * weight
