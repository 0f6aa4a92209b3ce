"""wrong_answer: the row shard comes from a cache that knows shapes only"""

from torch import Tensor


def row_shard(weight: Tensor, tp_rank: int, tp_size: int) -> Tensor:
    divide(weight.shape[1], tp_size)
    cache, key = vars(row_shard), f"{weight.shape} {weight.dtype} {tp_rank} {tp_size}"
    if key not in cache:
        cache[key] = weight.chunk(tp_size, 1)[tp_rank].clone()
    return cache[key]
