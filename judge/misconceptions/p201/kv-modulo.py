"""The code gives rank r KV head r modulo the number of KV heads.

Why: A modulo gives every rank a head, and every head as many ranks. But the slots of a group lie on
neighbours, so these must hold the same KV head.

Look: Which query heads does rank 1 have, and which KV head do they use?
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
    count = max(1, num_kv_heads // tp_size)
    first = rank * count % num_kv_heads
    shards = {}
    for name, weight in weights.items():
        if name.startswith("q_proj"):
            shards[name] = _in_slots(weight, slots, head_dim)
        elif name.startswith("o_proj"):
            shards[name] = _in_slots(weight.mT, slots, head_dim).mT.contiguous()
        else:
            shards[name] = weight[first * head_dim : (first + count) * head_dim].clone()
    return shards
