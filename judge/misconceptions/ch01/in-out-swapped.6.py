"""Only the row shard, cut by chunk."""

from torch import Tensor


def row_shard(weight: Tensor, tp_rank: int, tp_size: int) -> Tensor:
    return weight.chunk(tp_size, dim=0)[tp_rank].clone()
