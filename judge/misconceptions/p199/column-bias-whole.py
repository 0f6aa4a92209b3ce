"""The code leaves the biases of q, k, v, gate and up whole.

Why: The biases of o_proj and down_proj are whole, and a bias is small. But those of the other
modules belong to rows that the other ranks have.

Look: How many rows has the weight shard beside this bias?
"""

from torch import Tensor


def shard_tensor(key: str, value: Tensor, rank: int, size: int, num_kv_heads: int) -> Tensor:
    if size == 1 or value.ndim == 1:
        return value
    module = key.removesuffix(".weight").removesuffix(".bias").split(".")[-1]
    if module in ("o_proj", "down_proj") and value.ndim == 2:
        columns = div_even(value.shape[1], size)
        return value[:, rank * columns : (rank + 1) * columns].clone()
    if module in ("q_proj", "gate_proj", "up_proj"):
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
