"""The numbers behind the last whole part are not added.

Why: The size of x divided by the ranks, rounded down, is the size of a part only where it divides.
What is left over stays what it was.

Look: Compare the last numbers of your result with the first.
"""

from collections.abc import Sequence

import torch
import torch.distributed as dist
from torch import Tensor


def ring_all_reduce(x: Tensor) -> Tensor:
    size, flat = dist.get_world_size(), x.flatten().clone()
    each = len(flat) // size
    parts = [flat[i * each : (i + 1) * each] for i in range(size)]
    flat[: each * size] = torch.cat(_all_parts(_sum_of_own(parts), [each] * size))
    return flat.view(x.shape)
