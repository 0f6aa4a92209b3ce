"""wrong_answer: shards of zeros"""

import torch
from torch import Tensor


def column_shard(weight: Tensor, tp_rank: int, tp_size: int) -> Tensor:
    return torch.zeros(weight.shape[0] // tp_size, weight.shape[1])


def row_shard(weight: Tensor, tp_rank: int, tp_size: int) -> Tensor:
    return torch.zeros(weight.shape[0], weight.shape[1] // tp_size)
