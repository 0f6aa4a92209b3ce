"""wrong_answer: products of ones"""

from collections.abc import Sequence

import torch
from torch import Tensor


def column_parallel(x: Tensor, shards: Sequence[Tensor]) -> list[Tensor]:
    return [torch.ones(*x.shape[:-1], len(shard)) for shard in shards]


def row_parallel(x: Tensor | Sequence[Tensor], shards: Sequence[Tensor]) -> Tensor:
    first = x if isinstance(x, Tensor) else x[0]
    return torch.ones(*first.shape[:-1], len(shards[0]))
