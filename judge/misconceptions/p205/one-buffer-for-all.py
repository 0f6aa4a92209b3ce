"""The list for the all-gather holds the same tensor several times.

Why: A list [torch.empty_like(x)] * tp_size looks like tp_size tensors. It is one tensor with
tp_size names, and each rank's rows are written over those before.

Look: Print the parts after the call, and compare the first with the last.
"""

import torch
import torch.distributed as dist
from torch import Tensor


def gather_tokens(local: Tensor, num_tokens: int) -> Tensor:
    parts = [torch.empty_like(local)] * dist.get_world_size()
    dist.all_gather(parts, local.contiguous())
    return torch.cat(parts)[:num_tokens]
