"""Only the column shard, cut by chunk."""

from torch import Tensor


def column_shard(weight: Tensor, tp_rank: int, tp_size: int) -> Tensor:
    return weight.chunk(tp_size, dim=1)[tp_rank].clone()
