"""What does not divide is cut anyway.

Why: Both chunk and split always give something. Here it is parts of different sizes, or fewer parts
than ranks.

Look: Cut 4 rows for 3 ranks with your code, and print the shapes.
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
        return [part.clone() for part in whole.tensor_split(new_size, 1)]
    if module in _ROWS:
        return [part.clone() for part in whole.tensor_split(new_size)]
    if module in _KV:
        num_parts = min(new_size, num_kv_heads)
        parts = whole.tensor_split(num_parts)
        return [parts[rank * num_parts // new_size].clone() for rank in range(new_size)]
    if module in _VOCAB:
        rows = -(-vocab_size // new_size)
        padding = whole.new_zeros(rows * new_size - vocab_size, whole.shape[1])
        return [part.clone() for part in torch.cat([whole, padding]).split(rows)]
    return [whole] * new_size
