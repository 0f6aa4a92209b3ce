"""The shards of k and v are slices of the whole weights, which stay in memory.

Why: A slice saves a copy. It points into the memory of the whole tensor and keeps all of it alive,
on every rank.

Look: Compare untyped_storage().nbytes() of a shard with the bytes of its own numbers.
"""

import torch
from torch import Tensor


def rank_shards(
    weights: dict[str, Tensor],
    rank: int,
    tp_size: int,
    num_heads: int,
    num_kv_heads: int,
    head_dim: int,
) -> dict[str, Tensor]:
    layout = padded_layout(num_heads, num_kv_heads, tp_size)
    num_slots = len(layout) // tp_size
    slots = layout[rank * num_slots : (rank + 1) * num_slots]
    first = rank * num_kv_heads // tp_size
    count = max(1, num_kv_heads // tp_size)
    shards = {}
    for name, weight in weights.items():
        if name.startswith("q_proj"):
            shards[name] = _in_slots(weight, slots, head_dim)
        elif name.startswith("o_proj"):
            shards[name] = _in_slots(weight.mT, slots, head_dim).mT.contiguous()
        else:
            shards[name] = weight[first * head_dim : (first + count) * head_dim]
    return shards
