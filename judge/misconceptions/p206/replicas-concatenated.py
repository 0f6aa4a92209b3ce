"""The copies of a KV head are all kept.

Why: Cutting means concatenating back, for q and for k. But with fewer KV heads than ranks some
shards are copies: the merged tensor then has a head several times.

Look: How many rows has your merged k_proj, and how many has the model's?
"""

from collections.abc import Sequence

import torch
from torch import Tensor


def merge(key: str, shards: Sequence[Tensor], num_kv_heads: int, vocab_size: int) -> Tensor:
    module, kind = key.split(".")[-2:]
    if module in _COLUMNS and kind == "weight":
        return torch.cat(tuple(shards), dim=1)
    if module in _ROWS or module in _KV:
        return torch.cat(tuple(shards))
    if module in _VOCAB:
        return torch.cat(tuple(shards))[:vocab_size]
    for rank, shard in enumerate(shards):
        if not torch.equal(shard, shards[0]):
            raise ValueError(f"{key}: rank {rank} holds another copy")
    return shards[0]
