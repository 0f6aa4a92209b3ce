"""The merged vocabulary is cut without padding.

Why: Without the old padding it is right again. But 509 rows do not give two equal parts: the last
rank has fewer, and a gather wants equal shapes.

Look: Compare the number of rows of the first and of the last new shard.
"""

from collections.abc import Sequence

import torch
from torch import Tensor


def reshard(
    key: str, shards: Sequence[Tensor], new_size: int, num_kv_heads: int, vocab_size: int
) -> list[Tensor]:
    whole = merge(key, shards, num_kv_heads, vocab_size)
    module, kind = key.split(".")[-2:]
    if module in _VOCAB:
        rows = -(-vocab_size // new_size)
        starts = range(0, rows * new_size, rows)
        return [whole[start : start + rows].clone() for start in starts]
    if module in _COLUMNS and kind == "weight":
        return [part.clone() for part in _equal_parts(whole, new_size, dim=1)]
    if module in _ROWS:
        return [part.clone() for part in _equal_parts(whole, new_size)]
    if module in _KV:
        num_parts = min(new_size, num_kv_heads)
        if new_size % num_parts or num_kv_heads % num_parts:
            raise ValueError(f"{num_kv_heads} KV heads cannot be laid out on {new_size} ranks")
        parts = _equal_parts(whole, num_parts)
        return [parts[rank * num_parts // new_size].clone() for rank in range(new_size)]
    return [whole] * new_size
