"""Chunks, F.linear, and an MLP that does not use the other functions."""

from collections.abc import Sequence

import torch.nn.functional as F
from torch import Tensor


def divide(numerator: int, denominator: int) -> int:
    if denominator <= 0:
        raise ValueError(f"cannot divide {numerator} into {denominator} parts")
    whole, rest = divmod(numerator, denominator)
    if rest:
        raise ValueError(f"{denominator} does not divide {numerator}")
    return whole


def column_shard(weight: Tensor, tp_rank: int, tp_size: int) -> Tensor:
    divide(weight.size(0), tp_size)
    return weight.chunk(tp_size, dim=0)[tp_rank].clone()


def row_shard(weight: Tensor, tp_rank: int, tp_size: int) -> Tensor:
    divide(weight.size(1), tp_size)
    return weight.chunk(tp_size, dim=-1)[tp_rank].contiguous()


def column_parallel(x: Tensor, shards: Sequence[Tensor]) -> list[Tensor]:
    return [F.linear(x, shard) for shard in shards]


def row_parallel(x: Tensor | Sequence[Tensor], shards: Sequence[Tensor]) -> Tensor:
    if isinstance(x, Tensor):
        x = x.split(shards[0].shape[1], dim=-1)
    total = F.linear(x[0], shards[0])
    for part, shard in zip(x[1:], shards[1:], strict=True):
        total = total + F.linear(part, shard)
    return total


def mlp(x: Tensor, up: Tensor, down: Tensor, tp_size: int) -> Tensor:
    size = divide(up.shape[0], tp_size)
    total = 0
    for start in range(0, up.shape[0], size):
        part = slice(start, start + size)
        total = total + F.linear(F.relu(F.linear(x, up[part])), down[:, part])
    return total


def collectives_per_forward(num_layers: int) -> dict[str, int]:
    counts = {"gather": 1, "all_reduce": 1}
    for _ in range(num_layers):
        counts["all_reduce"] += 1  # o_proj
        counts["all_reduce"] += 1  # down_proj
    return counts
