"""The code gives every rank the first part.

Why: A shard of the right shape looks right, and on rank 0 it is.

Look: Print the shard of rank 1 and find its first number in the whole tensor.
"""

from torch import Tensor


def shard_tensor(key: str, value: Tensor, rank: int, size: int, num_kv_heads: int) -> Tensor:
    if size == 1:
        return value
    module = key.removesuffix(".weight").removesuffix(".bias").split(".")[-1]
    if module in ("o_proj", "down_proj") and value.ndim == 2:
        columns = div_even(value.shape[1], size)
        return value[:, :columns].clone()
    if module in ("q_proj", "gate_proj", "up_proj"):
        rows = div_even(value.shape[0], size)
    elif module in ("k_proj", "v_proj"):
        head_size = div_even(value.shape[0], num_kv_heads)
        rows = div_even(num_kv_heads, size, allow_replicate=True) * head_size
    elif module in ("embed_tokens", "lm_head"):
        rows = -(-value.shape[0] // size)
    else:
        return value
    return value[:rows].clone()
