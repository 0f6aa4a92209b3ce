"""The code gives the logits to rank 0 only.

Why: A gather to rank 0 is enough where rank 0 alone samples. Here every rank goes on with the
logits, and a gather leaves the others with nothing.

Look: Print what gather_logits returns on rank 1.
"""

import torch
import torch.distributed as dist
from torch import Tensor


def gather_logits(local_logits: Tensor, vocab_size: int) -> Tensor:
    own = local_logits.contiguous()
    parts = [torch.empty_like(own) for _ in range(dist.get_world_size())]
    dist.gather(own, parts if dist.get_rank() == 0 else None, dst=0)
    return torch.cat(parts, -1)[..., :vocab_size] if dist.get_rank() == 0 else None
