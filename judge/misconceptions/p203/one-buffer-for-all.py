"""The list for the all-gather holds the same tensor several times.

Why: A list [torch.empty_like(x)] * tp_size looks like tp_size tensors. It is one tensor with
tp_size names, and each rank's block is written over the one before.

Look: Print the parts after the call, and compare the first with the last.
"""

import torch
import torch.distributed as dist
from torch import Tensor


def gather_logits(local_logits: Tensor, vocab_size: int) -> Tensor:
    own = local_logits.contiguous()
    parts = [torch.empty_like(own)] * dist.get_world_size()
    dist.all_gather(parts, own)
    return torch.cat(parts, -1)[..., :vocab_size]
