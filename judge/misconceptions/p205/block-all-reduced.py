"""The code ends the block with an all-reduce.

Why: So does a block without sequence parallelism. Here each rank wants its own tokens only: a
reduce-scatter brings just these.

Look: Count the calls of your block by kind.
"""

import torch
import torch.distributed as dist
from torch import Tensor


def mlp_block(
    x: Tensor, num_tokens: int, norm_weight: Tensor, up: Tensor, down: Tensor, eps: float
) -> Tensor:
    normed = norm_weight * x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + eps)
    partial = (_gathered(normed) @ up.T).relu() @ down.T
    dist.all_reduce(partial)
    start = dist.get_rank() * len(x)
    return x + partial[start : start + len(x)]
