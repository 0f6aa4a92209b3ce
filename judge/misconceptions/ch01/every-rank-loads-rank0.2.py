"""Only in the column shard."""

from torch import Tensor


def column_shard(weight: Tensor, tp_rank: int, tp_size: int) -> Tensor:
    return weight[: divide(weight.shape[0], tp_size)].clone()
