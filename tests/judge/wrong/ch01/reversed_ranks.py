"""wrong_answer: rank 0 takes the last part"""

from torch import Tensor


def column_shard(weight: Tensor, tp_rank: int, tp_size: int) -> Tensor:
    return weight.chunk(tp_size)[-1 - tp_rank].clone()


def row_shard(weight: Tensor, tp_rank: int, tp_size: int) -> Tensor:
    return weight.chunk(tp_size, 1)[-1 - tp_rank].clone()
