"""Global ids are looked up in the rank's table.

Why: On rank 0 an id is its row. On rank 1 the first row belongs to the first id of rank 1, not to
id 0.

Look: In which row of rank 1's table is its first id?
"""

import torch
from torch import Tensor


def masked_lookup(ids: Tensor, table: Tensor, vocab_start: int) -> Tensor:
    mine = (ids >= vocab_start) & (ids < vocab_start + table.shape[0])
    vectors = torch.zeros(*ids.shape, table.shape[1], dtype=table.dtype)
    vectors[mine] = table[ids[mine]]
    return vectors
