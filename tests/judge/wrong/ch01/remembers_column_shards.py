"""wrong_answer: the column shard comes from a cache that knows shapes only"""

from torch import Tensor


def column_shard(weight: Tensor, tp_rank: int, tp_size: int) -> Tensor:
    divide(weight.shape[0], tp_size)
    cache, key = vars(column_shard), f"{weight.shape} {weight.dtype} {tp_rank} {tp_size}"
    if key not in cache:
        cache[key] = weight.chunk(tp_size)[tp_rank].clone()
    return cache[key]
