"""The shards of o_proj and down_proj are put below each other.

Why: All other shards are. These two were cut by columns, so they stand side by side.

Look: Compare the shape of your result with (out, in) of down_proj.
"""

from collections.abc import Sequence

import torch
from torch import Tensor


def merge(key: str, shards: Sequence[Tensor], num_kv_heads: int, vocab_size: int) -> Tensor:
    module, kind = key.split(".")[-2:]
    if module in _ROWS or (module in _COLUMNS and kind == "weight"):
        return torch.cat(tuple(shards))
    if module in _VOCAB:
        return torch.cat(tuple(shards))[:vocab_size]
    num_copies = max(1, len(shards) // num_kv_heads) if module in _KV else len(shards)
    firsts = shards[::num_copies]
    for rank, shard in enumerate(shards):
        if not torch.equal(shard, firsts[rank // num_copies]):
            raise ValueError(f"{key}: rank {rank} holds another copy than its neighbour")
    return torch.cat(tuple(firsts))
