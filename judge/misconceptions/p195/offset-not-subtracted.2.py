"""The rank takes the ids that fit its table."""

import torch
from torch import Tensor


def masked_lookup(ids: Tensor, table: Tensor, vocab_start: int) -> Tensor:
    mine = ids < table.shape[0]
    vectors = torch.zeros(*ids.shape, table.shape[1], dtype=table.dtype)
    vectors[mine] = table[ids[mine]]
    return vectors
