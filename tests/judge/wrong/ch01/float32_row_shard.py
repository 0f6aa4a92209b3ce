"""wrong_answer: the row shard of a bfloat16 weight is float32"""

from torch import Tensor


def row_shard(weight: Tensor, tp_rank: int, tp_size: int) -> Tensor:
    divide(weight.shape[1], tp_size)
    return weight.float().chunk(tp_size, 1)[tp_rank].clone()
