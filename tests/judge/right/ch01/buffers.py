"""Preallocated tensors, filled in place; a tuple of slices; works in float32."""

from collections.abc import Sequence

import torch
from torch import Tensor


def column_shard(weight: Tensor, tp_rank: int, tp_size: int) -> Tensor:
    size = divide(weight.shape[0], tp_size)
    shard = weight.new_empty(size, weight.shape[1])
    shard.copy_(weight[tp_rank * size : (tp_rank + 1) * size])
    return shard


def row_shard(weight: Tensor, tp_rank: int, tp_size: int) -> Tensor:
    size = divide(weight.shape[1], tp_size)
    columns = torch.arange(tp_rank * size, (tp_rank + 1) * size)
    return weight.index_select(1, columns)


def column_parallel(x: Tensor, shards: Sequence[Tensor]) -> list[Tensor]:
    return tuple(torch.matmul(x, shard.t()) for shard in shards)


def row_parallel(x: Tensor | Sequence[Tensor], shards: Sequence[Tensor]) -> Tensor:
    slices = list(x.chunk(len(shards), -1)) if torch.is_tensor(x) else list(x)
    first = slices[0]
    total = torch.zeros(*first.shape[:-1], shards[0].shape[0])
    for part, shard in zip(slices, shards, strict=True):
        total += part.float() @ shard.float().t()
    return total.to(first.dtype)


def mlp(x: Tensor, up: Tensor, down: Tensor, tp_size: int) -> Tensor:
    total = torch.zeros(*x.shape[:-1], down.shape[0], dtype=x.dtype)
    for rank in reversed(range(tp_size)):
        hidden = (x @ column_shard(up, rank, tp_size).t()).clamp_(min=0)
        total += hidden @ row_shard(down, rank, tp_size).t()
    return total
