"""The result stays flat.

Why: The ring works on a flat tensor, and the sum is complete. A caller that passes (B, H) wants (B,
H) back.

Look: Compare the shape of x with that of your result.
"""

from collections.abc import Sequence

import torch
import torch.distributed as dist
from torch import Tensor


def ring_all_reduce(x: Tensor) -> Tensor:
    parts = x.flatten().tensor_split(dist.get_world_size())
    return torch.cat(_all_parts(_sum_of_own(parts), [len(part) for part in parts]))
