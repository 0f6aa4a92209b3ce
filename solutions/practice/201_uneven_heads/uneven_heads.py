"""Problem 201: query heads that do not divide by the ranks, laid out with empty heads.

An empty head has zero rows in q_proj and zero columns in o_proj: whatever it attends to adds
nothing. Weights are (out, in). Needs torch and the standard library only.

Shapes: heads H, KV heads K, D head_dim, C hidden · q (H * D, C) · k, v (K * D, C) · o (C, H * D)
"""

from collections.abc import Sequence

import torch
from torch import Tensor


def padded_layout(num_heads: int, num_kv_heads: int, tp_size: int) -> list[int | None]:
    """Which query head lies in each slot, None for an empty one; every rank has as many slots.

    The heads stay in order. Where several ranks share a KV head, the heads of its group are filled
    up, behind the last, with as few empty ones as let these ranks share them evenly. Raises
    ValueError that prints all three numbers when the KV heads do not divide the query heads, or
    neither tp_size divides the KV heads nor the KV heads divide tp_size.

    >>> padded_layout(3, 1, 2)
    [0, 1, 2, None]
    """
    if num_heads % num_kv_heads or (num_kv_heads % tp_size and tp_size % num_kv_heads):
        raise ValueError(
            f"{num_heads} heads that share {num_kv_heads} KV heads cannot lie on {tp_size} ranks"
        )
    group_size = num_heads // num_kv_heads
    num_sharing = max(1, tp_size // num_kv_heads)  # ranks that hold the same KV head
    empty = [None] * (-group_size % num_sharing)
    layout: list[int | None] = []
    for first in range(0, num_heads, group_size):
        layout += [*range(first, first + group_size), *empty]
    return layout


def pad_rows(weight: Tensor, layout: Sequence[int | None], head_dim: int) -> Tensor:
    """The rows of q_proj in the slots of a layout: (H * D, C) -> (slots * D, C).

    The rows of empty slots are zeros. A bias (H * D,) works the same.
    """
    return _in_slots(weight, layout, head_dim)


def pad_columns(weight: Tensor, layout: Sequence[int | None], head_dim: int) -> Tensor:
    """The columns of o_proj in the slots of a layout: (C, H * D) -> (C, slots * D).

    The columns of empty slots are zeros.
    """
    return _in_slots(weight.mT, layout, head_dim).mT.contiguous()


def rank_shards(
    weights: dict[str, Tensor],
    rank: int,
    tp_size: int,
    num_heads: int,
    num_kv_heads: int,
    head_dim: int,
) -> dict[str, Tensor]:
    """What one rank holds of an attention block, under the same names.

    weights: "q_proj.weight", "k_proj.weight", "v_proj.weight", "o_proj.weight", and of q, k and v a
    "….bias" too. q and o by the rank's slots of the layout; k and v by the rank's KV heads: an
    equal part, or one whole head that neighbours share. A shard owns its memory. Raises ValueError
    as padded_layout does.
    """
    layout = padded_layout(num_heads, num_kv_heads, tp_size)
    num_slots = len(layout) // tp_size
    slots = layout[rank * num_slots : (rank + 1) * num_slots]
    first = rank * num_kv_heads // tp_size
    kv_rows = slice(first * head_dim, (first + max(1, num_kv_heads // tp_size)) * head_dim)
    shards = {}
    for name, weight in weights.items():
        if name.startswith("q_proj"):
            shards[name] = _in_slots(weight, slots, head_dim)
        elif name.startswith("o_proj"):
            shards[name] = _in_slots(weight.mT, slots, head_dim).mT.contiguous()
        else:
            shards[name] = weight[kv_rows].clone()
    return shards


def _in_slots(weight: Tensor, slots: Sequence[int | None], head_dim: int) -> Tensor:
    """Dim 0 by heads, zeros for None."""
    heads = weight.split(head_dim)
    empty = torch.zeros_like(heads[0])
    return torch.cat([empty if head is None else heads[head] for head in slots])
