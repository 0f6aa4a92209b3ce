"""A transpose is made flat with view.

Why: A view works for all tensors that lie in memory in their own order. A transpose does not:
reshape or flatten copy where they must.

Look: Print x.is_contiguous().
"""

from collections.abc import Sequence

import torch
import torch.distributed as dist
from torch import Tensor


def ring_all_reduce(x: Tensor) -> Tensor:
    parts = x.view(-1).tensor_split(dist.get_world_size())
    own = _sum_of_own(parts)
    return torch.cat(_all_parts(own, [len(part) for part in parts])).view(x.shape)
