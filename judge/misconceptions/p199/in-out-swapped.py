"""The rows of o_proj and down_proj are cut, and the columns of the others.

Why: In the maths the weight is written [in, out], and a column cut takes columns. PyTorch stores
[out, in], turned by 90 degrees.

Look: Write down the shape of q_proj.weight and what its first number counts.
"""

from torch import Tensor


def shard_tensor(key: str, value: Tensor, rank: int, size: int, num_kv_heads: int) -> Tensor:
    if size == 1:
        return value
    module = key.removesuffix(".weight").removesuffix(".bias").split(".")[-1]
    if module in ("o_proj", "down_proj") and value.ndim == 2:
        rows = div_even(value.shape[0], size)
        return value[rank * rows : (rank + 1) * rows].clone()
    if module in ("q_proj", "gate_proj", "up_proj"):
        dim = value.ndim - 1
        part = div_even(value.shape[dim], size)
        return value.narrow(dim, rank * part, part).clone()
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
