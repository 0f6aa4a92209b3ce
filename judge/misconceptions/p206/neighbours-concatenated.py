"""Neighbouring shards are joined, two by two.

Why: From 4 ranks to 2 each new rank seems to take over two old ones. That is right for q_proj only:
copies would be doubled, padding would stay in the middle, and norms would grow.

Look: Join the shards of ranks 0 and 1 of k_proj by hand, with 2 KV heads.
"""

from collections.abc import Sequence

import torch
from torch import Tensor


def reshard(
    key: str, shards: Sequence[Tensor], new_size: int, num_kv_heads: int, vocab_size: int
) -> list[Tensor]:
    module, kind = key.split(".")[-2:]
    dim = 1 if module in _COLUMNS and kind == "weight" else 0
    each = len(shards) // new_size
    if each * new_size != len(shards):
        raise ValueError(f"{len(shards)} shards cannot be joined for {new_size} ranks")
    return [torch.cat(tuple(shards[r * each : (r + 1) * each]), dim) for r in range(new_size)]
