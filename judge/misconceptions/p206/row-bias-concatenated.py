"""The biases of o_proj and down_proj are concatenated.

Why: Their weights are cut. A bias has one number for each output, and these modules have all
outputs on every rank: it is whole everywhere.

Look: How many numbers has your merged bias, and how many rows has the weight?
"""

from collections.abc import Sequence

import torch
from torch import Tensor


def merge(key: str, shards: Sequence[Tensor], num_kv_heads: int, vocab_size: int) -> Tensor:
    module = key.split(".")[-2]
    if module in _COLUMNS:
        return torch.cat(tuple(shards), dim=-1)
    if module in _ROWS:
        return torch.cat(tuple(shards))
    if module in _VOCAB:
        return torch.cat(tuple(shards))[:vocab_size]
    num_copies = max(1, len(shards) // num_kv_heads) if module in _KV else len(shards)
    firsts = shards[::num_copies]
    for rank, shard in enumerate(shards):
        if not torch.equal(shard, firsts[rank // num_copies]):
            raise ValueError(f"{key}: rank {rank} holds another copy than its neighbour")
    return torch.cat(tuple(firsts))
