"""The code runs each rank's part of the MLP on its own tokens.

Why: The MLP treats each token by itself, so a rank's tokens seem enough. But a rank has only a part
of the neurons: for the others' tokens, its part of the sum would be missing.

Look: Which rank multiplies rank 1's tokens with rank 0's part of up?
"""

import torch
import torch.distributed as dist
from torch import Tensor


def mlp_block(
    x: Tensor, num_tokens: int, norm_weight: Tensor, up: Tensor, down: Tensor, eps: float
) -> Tensor:
    normed = norm_weight * x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + eps)
    return x + (normed @ up.T).relu() @ down.T
