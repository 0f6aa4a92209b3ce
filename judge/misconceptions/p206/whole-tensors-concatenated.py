"""Norms and other whole tensors are concatenated too.

Why: One rule for everything is short. But every rank has the whole norm: four of them in a row are
not the norm.

Look: How many numbers has your merged norm, and how many has the hidden state?
"""

from collections.abc import Sequence

import torch
from torch import Tensor


def merge(key: str, shards: Sequence[Tensor], num_kv_heads: int, vocab_size: int) -> Tensor:
    module, kind = key.split(".")[-2:]
    if module in _COLUMNS and kind == "weight":
        return torch.cat(tuple(shards), dim=1)
    if module in _VOCAB:
        return torch.cat(tuple(shards))[:vocab_size]
    num_copies = max(1, len(shards) // num_kv_heads) if module in _KV else 1
    return torch.cat(tuple(shards[::num_copies]))
