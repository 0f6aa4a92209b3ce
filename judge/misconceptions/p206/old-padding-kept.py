"""The rows of the old layout, padding included, are cut anew.

Why: The 512 old rows give two equal parts of 256 at once. The layout for 2 ranks has 255 rows each:
token ids from 255 on would be on the wrong rank.

Look: How many rows has a rank of 2, by the rule of the page?
"""

from collections.abc import Sequence

import torch
from torch import Tensor


def reshard(
    key: str, shards: Sequence[Tensor], new_size: int, num_kv_heads: int, vocab_size: int
) -> list[Tensor]:
    module, kind = key.split(".")[-2:]
    if module in _VOCAB:
        rows = sum(len(shard) for shard in shards)
        whole = torch.cat(tuple(shards))
        each = -(-rows // new_size)
        padding = whole.new_zeros(each * new_size - rows, whole.shape[1])
        return [part.clone() for part in torch.cat([whole, padding]).split(each)]
    whole = merge(key, shards, num_kv_heads, vocab_size)
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
