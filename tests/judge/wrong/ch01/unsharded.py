"""wrong_answer: the whole weight is returned"""

from torch import Tensor


def column_shard(weight: Tensor, tp_rank: int, tp_size: int) -> Tensor:
    return weight


def row_shard(weight: Tensor, tp_rank: int, tp_size: int) -> Tensor:
    return weight
