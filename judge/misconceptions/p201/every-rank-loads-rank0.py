"""The code gives every rank the first slots.

Why: A shard of the right shape looks right, and on rank 0 it is.

Look: Which query heads does rank 1 hold?
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
    slots = layout[: len(layout) // tp_size]
    rows = max(1, num_kv_heads // tp_size) * head_dim
    shards = {}
    for name, weight in weights.items():
        if name.startswith("q_proj"):
            shards[name] = _in_slots(weight, slots, head_dim)
        elif name.startswith("o_proj"):
            shards[name] = _in_slots(weight.mT, slots, head_dim).mT.contiguous()
        else:
            shards[name] = weight[:rows].clone()
    return shards
