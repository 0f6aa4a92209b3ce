"""The rows of k_proj and v_proj are cut evenly, through the middle of a head.

Why: For q_proj that is right, and the rows divide. With fewer heads than ranks each rank gets a
part of a head, which is no head.

Look: Divide the rows of one new rank by the rows of one head.
"""

from collections.abc import Sequence

import torch
from torch import Tensor


def reshard(
    key: str, shards: Sequence[Tensor], new_size: int, num_kv_heads: int, vocab_size: int
) -> list[Tensor]:
    whole = merge(key, shards, num_kv_heads, vocab_size)
    module, kind = key.split(".")[-2:]
    if module in _COLUMNS and kind == "weight":
        return [part.clone() for part in _equal_parts(whole, new_size, dim=1)]
    if module in _ROWS or module in _KV:
        return [part.clone() for part in _equal_parts(whole, new_size)]
    if module in _VOCAB:
        rows = -(-vocab_size // new_size)
        padding = whole.new_zeros(rows * new_size - vocab_size, whole.shape[1])
        return [part.clone() for part in torch.cat([whole, padding]).split(rows)]
    return [whole] * new_size
