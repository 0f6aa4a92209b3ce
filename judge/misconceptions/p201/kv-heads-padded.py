"""The rows of k and v are laid out like those of q, an empty head for an empty head.

Why: All of q, k and v are cut together. But k and v have one head for a whole group: nothing there
needs filling up.

Look: How many KV heads does rank 1 have in the table of the page?
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
    group_size = num_heads // num_kv_heads
    kv_slots = [None if head is None else head // group_size for head in slots]
    shards = {}
    for name, weight in weights.items():
        if name.startswith("q_proj"):
            shards[name] = _in_slots(weight, slots, head_dim)
        elif name.startswith("o_proj"):
            shards[name] = _in_slots(weight.mT, slots, head_dim).mT.contiguous()
        else:
            shards[name] = _in_slots(weight, kv_slots, head_dim)
    return shards
