"""wrong_answer: chunk makes column shards of 3, 3, 3 and 1 out of 10 and does not refuse"""

from torch import Tensor


def column_shard(weight: Tensor, tp_rank: int, tp_size: int) -> Tensor:
    return weight.chunk(tp_size)[tp_rank].clone()
