"""Ids are counted from the rank's first column.

Why: An argmax gives a column. Column 0 of rank 1 is not token 0.

Look: Which id has the first column of rank 1?
"""

import torch
from torch import Tensor


def local_best(local_logits: Tensor, vocab_start: int) -> tuple[Tensor, Tensor]:
    if local_logits.shape[-1] == 0:
        local_logits = local_logits.new_full((*local_logits.shape[:-1], 1), -torch.inf)
    values, index = local_logits.max(dim=-1)
    return values, index
