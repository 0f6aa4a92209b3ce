"""contract_violation: what other ranks need is overwritten"""

from torch import Tensor


def shard_tensor(key: str, value: Tensor, rank: int, size: int, num_kv_heads: int) -> Tensor:
    value.zero_()
    return value
