"""The mask gets its new axis in the wrong place for ids of more than one dimension.

Why: For ids of shape (n,) unsqueeze(1) and unsqueeze(-1) are the same. The vectors are (..., dim),
so the new axis is always the last one.

Look: Print the shapes of your mask and of your vectors for ids of shape [2, 3].
"""

import torch
from torch import Tensor


def masked_lookup(ids: Tensor, table: Tensor, vocab_start: int) -> Tensor:
    rows = ids - vocab_start
    mine = (rows >= 0) & (rows < table.shape[0])
    if table.shape[0] == 0:
        return torch.zeros(*ids.shape, table.shape[1], dtype=table.dtype)
    return table[rows.masked_fill(~mine, 0)] * mine.unsqueeze(1)
