"""The partial results are averaged.

Why: Gradients are averaged over ranks, and the call looks the same. Partial sums are parts of one
result: they are added.

Look: Divide the expected numbers by yours.
"""

import torch
import torch.distributed as dist
from torch import Tensor


def scatter_sum(partial: Tensor) -> Tensor:
    return _scattered(partial) / dist.get_world_size()
