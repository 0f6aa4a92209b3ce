"""The code gives rank r KV head r modulo the number of KV heads.

Why: A modulo also gives every rank a head, and every head the same number of ranks. But the query
heads lie on the ranks in order, so the ranks that share a KV head must be neighbours.

Look: Write down, for 2 KV heads on 4 ranks, which query heads rank 1 holds, and which KV head those
belong to.
"""

from torch import Tensor


def shard_tensor(key: str, value: Tensor, rank: int, size: int, num_kv_heads: int) -> Tensor:
    if size == 1:
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
        start = rank * rows if num_kv_heads >= size else rank % num_kv_heads * head_size
    elif module in ("embed_tokens", "lm_head"):
        rows = -(-value.shape[0] // size)
        start = rank * rows
    else:
        return value
    return value[start : start + rows].clone()
