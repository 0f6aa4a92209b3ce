"""The ids of all ranks are summed.

Why: An all-reduce makes the ranks agree, and the sum of the ids is the same on all. It is no id
that anybody drew.

Look: What does your function return when both ranks draw id 3?
"""

from typing import Any

import torch
import torch.distributed as dist
from torch import Tensor


def sample_in_lockstep(
    logits: Tensor, temperature: float, generator: torch.Generator, group: Any
) -> Tensor:
    ids = draw(logits, temperature, generator)
    if group.size > 1:
        dist.all_reduce(ids)
    return ids
