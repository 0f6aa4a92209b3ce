"""The first id of the rank's range is treated as another rank's.

Why: The signs > and >= differ in one id. The first id of a range belongs to it, its end does not.

Look: Which rank owns id vocab_start?
"""

import torch
from torch import Tensor


def masked_lookup(ids: Tensor, table: Tensor, vocab_start: int) -> Tensor:
    rows = ids - vocab_start
    mine = (rows > 0) & (rows < table.shape[0])
    vectors = torch.zeros(*ids.shape, table.shape[1], dtype=table.dtype)
    vectors[mine] = table[rows[mine]]
    return vectors
