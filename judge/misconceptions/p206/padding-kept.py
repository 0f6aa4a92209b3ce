"""The padding of the vocabulary is kept as token ids.

Why: Every rank has as many rows, and concatenated they look complete. The last ones belong to no
token, and the next cut would count them.

Look: How many rows has your result, and how many token ids are there?
"""

from collections.abc import Sequence

import torch
from torch import Tensor


def merge(key: str, shards: Sequence[Tensor], num_kv_heads: int, vocab_size: int) -> Tensor:
    module, kind = key.split(".")[-2:]
    if module in _COLUMNS and kind == "weight":
        return torch.cat(tuple(shards), dim=1)
    if module in _ROWS or module in _VOCAB:
        return torch.cat(tuple(shards))
    num_copies = max(1, len(shards) // num_kv_heads) if module in _KV else len(shards)
    firsts = shards[::num_copies]
    for rank, shard in enumerate(shards):
        if not torch.equal(shard, firsts[rank // num_copies]):
            raise ValueError(f"{key}: rank {rank} holds another copy than its neighbour")
    return torch.cat(tuple(firsts))
