"""In the shards."""

from collections.abc import Sequence

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
    filled = [num_heads - 1 if head is None else head for head in slots]
    first = rank * num_kv_heads // tp_size
    kv_rows = slice(first * head_dim, (first + max(1, num_kv_heads // tp_size)) * head_dim)
    shards = {}
    for name, weight in weights.items():
        if name.startswith("q_proj"):
            shards[name] = _in_slots(weight, filled, head_dim)
        elif name.startswith("o_proj"):
            shards[name] = _in_slots(weight.mT, filled, head_dim).mT.contiguous()
        else:
            shards[name] = weight[kv_rows].clone()
    return shards
