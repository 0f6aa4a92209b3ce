"""Only the row shard."""

from torch import Tensor


def row_shard(weight: Tensor, tp_rank: int, tp_size: int) -> Tensor:
    size = divide(weight.shape[0], tp_size)
    return weight[tp_rank * size : (tp_rank + 1) * size].clone()
