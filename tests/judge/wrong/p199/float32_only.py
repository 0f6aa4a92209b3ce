"""wrong_answer: bfloat16 comes back as float32"""

from torch import Tensor


def shard_tensor(key: str, value: Tensor, rank: int, size: int, num_kv_heads: int) -> Tensor:
    if size == 1 or "up_proj" not in key:
        return value
    rows = div_even(len(value), size)
    return value[rank * rows : (rank + 1) * rows].float().clone()
