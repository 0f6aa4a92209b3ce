"""The code adds the roots of the ranks.

Why: The root mean square is what the norm divides by, so it seems to be what the ranks should add.
But a root of a sum is not the sum of the roots.

Look: Work out the root of 9 + 16, and the root of 9 plus the root of 16.
"""

from typing import Any

import torch
from torch import Tensor


def sharded_rms_norm(x: Tensor, weight: Tensor, eps: float, hidden_size: int, group: Any) -> Tensor:
    wide = x.float()
    root = group.all_reduce((wide.pow(2).sum(-1, keepdim=True) / hidden_size + eps).sqrt())
    return (wide / root).to(x.dtype) * weight
