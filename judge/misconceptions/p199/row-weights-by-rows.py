"""Like all the others, o_proj and down_proj are cut by rows.

Why: Every other projection is cut along its first dimension, so one rule for all looks natural.
These two take an input that is already cut: each rank has a slice of it.

Look: How long is the input that o_proj gets on one rank, and how many columns has your shard?
"""

from torch import Tensor


def shard_tensor(key: str, value: Tensor, rank: int, size: int, num_kv_heads: int) -> Tensor:
    if size == 1:
        return value
    module = key.removesuffix(".weight").removesuffix(".bias").split(".")[-1]
    if module in ("q_proj", "gate_proj", "up_proj") or (
        module in ("o_proj", "down_proj") and value.ndim == 2
    ):
        rows = div_even(value.shape[0], size)
        start = rank * rows
    elif module in ("k_proj", "v_proj"):
        head_size = div_even(value.shape[0], num_kv_heads)
        rows = div_even(num_kv_heads, size, allow_replicate=True) * head_size
        start = rank * num_kv_heads // size * head_size
    elif module in ("embed_tokens", "lm_head"):
        rows = -(-value.shape[0] // size)
        start = rank * rows
    else:
        return value
    return value[start : start + rows].clone()
