"""wrong_answer: shards of another dtype"""

from torch import Tensor


def column_shard(weight: Tensor, tp_rank: int, tp_size: int) -> Tensor:
    return weight.double().chunk(tp_size)[tp_rank].clone()


def row_shard(weight: Tensor, tp_rank: int, tp_size: int) -> Tensor:
    return weight.double().chunk(tp_size, 1)[tp_rank].clone()
