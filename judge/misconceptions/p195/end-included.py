"""The end of the rank's range is treated as the rank's own.

Why: The signs < and <= differ in one id. The end of a range belongs to the next rank, and this
rank's table has no row for it.

Look: How many rows has the table, and what is the index of the last one?
"""

import torch
from torch import Tensor


def masked_lookup(ids: Tensor, table: Tensor, vocab_start: int) -> Tensor:
    rows = ids - vocab_start
    mine = (rows >= 0) & (rows <= table.shape[0])
    vectors = torch.zeros(*ids.shape, table.shape[1], dtype=table.dtype)
    vectors[mine] = table[rows[mine]]
    return vectors
