"""The KV heads are taken from the first ranks.

Why: With 2 heads two shards are enough. The copies of a head lie on neighbours: the first two
shards are both head 0.

Look: Which head does each of the 4 ranks hold?
"""

from collections.abc import Sequence

import torch
from torch import Tensor


def merge(key: str, shards: Sequence[Tensor], num_kv_heads: int, vocab_size: int) -> Tensor:
    module, kind = key.split(".")[-2:]
    if module in _COLUMNS and kind == "weight":
        return torch.cat(tuple(shards), dim=1)
    if module in _ROWS:
        return torch.cat(tuple(shards))
    if module in _VOCAB:
        return torch.cat(tuple(shards))[:vocab_size]
    if module in _KV:
        copies = max(1, len(shards) // num_kv_heads)
        for rank, shard in enumerate(shards):
            if not torch.equal(shard, shards[rank // copies * copies]):
                raise ValueError(f"{key}: rank {rank} holds another copy")
        return torch.cat(tuple(shards[:num_kv_heads]))
    for rank, shard in enumerate(shards):
        if not torch.equal(shard, shards[0]):
            raise ValueError(f"{key}: rank {rank} holds another copy")
    return shards[0]
