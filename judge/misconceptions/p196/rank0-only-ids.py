"""The code gives the ids to rank 0 only.

Why: A gather brings everything to one rank, where the choice is made. The other ranks need the
token too: it is the next input of their layers.

Look: What does gather return on rank 1?
"""

import torch
from torch import Tensor


def sharded_argmax(local_logits: Tensor, vocab_start: int, group) -> Tensor:
    values, ids = local_best(local_logits, vocab_start)
    best = torch.stack([values.double(), ids.double()], dim=-1)
    best = group.gather(best.unsqueeze(0), dim=0)
    if best is None:
        return None
    values, ids = best.unbind(dim=-1)
    return ids.gather(0, values.argmax(dim=0, keepdim=True)).squeeze(0).long()
