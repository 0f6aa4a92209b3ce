"""wrong_answer: chunk makes row shards of 3, 3, 3 and 1 out of 10 and does not refuse"""

from torch import Tensor


def row_shard(weight: Tensor, tp_rank: int, tp_size: int) -> Tensor:
    return weight.chunk(tp_size, 1)[tp_rank].clone()
