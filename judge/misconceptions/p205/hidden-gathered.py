"""The ranks' parts are put side by side along the hidden dimension.

Why: That is how slices of a column-parallel layer are joined. Here the ranks have whole hidden
vectors, of different tokens.

Look: What does row 0 of your result hold behind its first H numbers?
"""

import torch
import torch.distributed as dist
from torch import Tensor


def gather_tokens(local: Tensor, num_tokens: int) -> Tensor:
    parts = [torch.empty_like(local) for _ in range(dist.get_world_size())]
    dist.all_gather(parts, local.contiguous())
    return torch.cat(parts, -1)[:num_tokens]
