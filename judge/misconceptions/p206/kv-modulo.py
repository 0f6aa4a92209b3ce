"""The code gives new rank r KV head r modulo the number of KV heads.

Why: A modulo gives every rank a head, and every head as many ranks. The query heads lie on the
ranks in order, so ranks that share a KV head must be neighbours.

Look: Which KV head does new rank 1 of 4 hold, with 2 heads?
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
    if module in _ROWS:
        return [part.clone() for part in _equal_parts(whole, new_size)]
    if module in _KV:
        num_parts = min(new_size, num_kv_heads)
        if new_size % num_parts or num_kv_heads % num_parts:
            raise ValueError(f"{num_kv_heads} KV heads cannot be laid out on {new_size} ranks")
        parts = _equal_parts(whole, num_parts)
        return [parts[rank % num_parts].clone() for rank in range(new_size)]
    if module in _VOCAB:
        rows = -(-vocab_size // new_size)
        padding = whole.new_zeros(rows * new_size - vocab_size, whole.shape[1])
        return [part.clone() for part in torch.cat([whole, padding]).split(rows)]
    return [whole] * new_size
