"""The code looks ids below the rank's range up from the end of its table.

Why: After the shift they are negative, and a negative index is no error: it counts from the end.

Look: Which row is table[-1], and which id has it?
"""

import torch
from torch import Tensor


def masked_lookup(ids: Tensor, table: Tensor, vocab_start: int) -> Tensor:
    rows = ids - vocab_start
    mine = (rows < table.shape[0]) & (rows >= -table.shape[0])
    vectors = torch.zeros(*ids.shape, table.shape[1], dtype=table.dtype)
    vectors[mine] = table[rows[mine]]
    return vectors
