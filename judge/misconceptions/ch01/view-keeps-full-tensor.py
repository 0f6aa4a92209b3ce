"""The shard is a slice of the whole weight, which stays in memory.

Why: A slice looks like a small tensor of its own. It is a view: it points into the memory of the
whole weight and keeps all of it alive, on every rank.

Look: Compare shard.untyped_storage().nbytes() with the bytes of the shard's own numbers.
"""

from torch import Tensor


def column_shard(weight: Tensor, tp_rank: int, tp_size: int) -> Tensor:
    size = divide(weight.shape[0], tp_size)
    return weight[tp_rank * size : (tp_rank + 1) * size]


def row_shard(weight: Tensor, tp_rank: int, tp_size: int) -> Tensor:
    size = divide(weight.shape[1], tp_size)
    return weight[:, tp_rank * size : (tp_rank + 1) * size]
