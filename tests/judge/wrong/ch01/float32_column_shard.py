"""wrong_answer: the column shard of a bfloat16 weight is float32"""

from torch import Tensor


def column_shard(weight: Tensor, tp_rank: int, tp_size: int) -> Tensor:
    divide(weight.shape[0], tp_size)
    return weight.float().chunk(tp_size)[tp_rank].clone()
