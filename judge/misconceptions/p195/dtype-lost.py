"""The result has another dtype than the table.

Why: A mask of float32 turns a bfloat16 product into float32, and torch.zeros makes float32 unless
it is told. The sum over the ranks then moves twice the bytes, or fails.

Look: Print the dtypes of the table and of your result.
"""

import torch
from torch import Tensor


def masked_lookup(ids: Tensor, table: Tensor, vocab_start: int) -> Tensor:
    rows = ids - vocab_start
    mine = (rows >= 0) & (rows < table.shape[0])
    vectors = torch.zeros(*ids.shape, table.shape[1])
    vectors[mine] = table[rows[mine]].float()
    return vectors
