"""Einsum, narrow, and an error class of its own."""

from collections.abc import Sequence

import torch
from torch import Tensor


class NotDivisible(ValueError):
    pass


def divide(numerator: int, denominator: int) -> int:
    if denominator < 1 or numerator % denominator != 0:
        raise NotDivisible("need", numerator, "to be a multiple of", denominator)
    return numerator // denominator


def column_shard(weight: Tensor, tp_rank: int, tp_size: int) -> Tensor:
    size = divide(weight.shape[0], tp_size)
    return weight.narrow(0, tp_rank * size, size).detach().clone()


def row_shard(weight: Tensor, tp_rank: int, tp_size: int) -> Tensor:
    size = divide(weight.shape[1], tp_size)
    return weight.T[tp_rank * size : (tp_rank + 1) * size].clone().T


def column_parallel(x: Tensor, shards: Sequence[Tensor]) -> list[Tensor]:
    return list(torch.einsum("...i,roi->r...o", x, torch.stack(tuple(shards))).unbind(0))


def row_parallel(x: Tensor | Sequence[Tensor], shards: Sequence[Tensor]) -> Tensor:
    slices = torch.tensor_split(x, len(shards), dim=-1) if isinstance(x, Tensor) else x
    parts = [torch.einsum("...i,oi->...o", a, b) for a, b in zip(slices, shards, strict=True)]
    return torch.stack(parts).sum(dim=0)


def mlp(x: Tensor, up: Tensor, down: Tensor, tp_size: int) -> Tensor:
    ranks = range(tp_size)
    hidden = column_parallel(x, [column_shard(up, rank, tp_size) for rank in ranks])
    hidden = [torch.clamp(part, min=0) for part in hidden]
    return row_parallel(hidden, [row_shard(down, rank, tp_size) for rank in ranks])


def collectives_per_forward(num_layers: int) -> dict[str, int]:
    pairs = ["qkv, o", "gate_up, down"] * num_layers
    return dict(all_reduce=len(["embedding", *pairs]), gather=len(["head"]))
