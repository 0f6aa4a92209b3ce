"""The code adds the whole residual on every rank before the sum.

Why: The residual is gathered together with the norm's input, and adding it to the partial result
looks like the usual block. The reduce-scatter then adds it once for each rank.

Look: How much too large is your result, in units of x?
"""

import torch
import torch.distributed as dist
from torch import Tensor


def mlp_block(
    x: Tensor, num_tokens: int, norm_weight: Tensor, up: Tensor, down: Tensor, eps: float
) -> Tensor:
    whole = _gathered(x)[:num_tokens]
    normed = norm_weight * whole * torch.rsqrt(whole.pow(2).mean(-1, keepdim=True) + eps)
    return _scattered(whole + (normed @ up.T).relu() @ down.T)
