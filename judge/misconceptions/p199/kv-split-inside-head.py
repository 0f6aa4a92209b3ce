"""The rows of the KV heads are cut evenly, through the middle of a head.

Why: Like q_proj, k_proj and v_proj have rows to cut, and an even cut of their rows fits while every
rank has a whole head. With fewer heads than ranks it leaves each rank a fraction of one.

Look: Divide the rows of one rank by the rows of one head.
"""

from torch import Tensor


def shard_tensor(key: str, value: Tensor, rank: int, size: int, num_kv_heads: int) -> Tensor:
    if size == 1:
        return value
    module = key.removesuffix(".weight").removesuffix(".bias").split(".")[-1]
    if module in ("o_proj", "down_proj") and value.ndim == 2:
        columns = div_even(value.shape[1], size)
        return value[:, rank * columns : (rank + 1) * columns].clone()
    if module in ("q_proj", "k_proj", "v_proj", "gate_proj", "up_proj"):
        rows = div_even(value.shape[0], size)
        start = rank * rows
    elif module in ("embed_tokens", "lm_head"):
        rows = -(-value.shape[0] // size)
        start = rank * rows
    else:
        return value
    return value[start : start + rows].clone()
