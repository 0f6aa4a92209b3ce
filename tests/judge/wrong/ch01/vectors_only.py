"""wrong_answer: x of 3 dimensions loses one"""

from collections.abc import Sequence

from torch import Tensor


def column_parallel(x: Tensor, shards: Sequence[Tensor]) -> list[Tensor]:
    flat = x.flatten(0, -2) if x.ndim > 1 else x
    return [flat @ shard.T for shard in shards]


def row_parallel(x: Tensor | Sequence[Tensor], shards: Sequence[Tensor]) -> Tensor:
    slices = x.chunk(len(shards), dim=-1) if isinstance(x, Tensor) else x
    total = sum(part @ shard.T for part, shard in zip(slices, shards, strict=True))
    return total.flatten(0, -2) if total.ndim > 1 else total


def mlp(x: Tensor, up: Tensor, down: Tensor, tp_size: int) -> Tensor:
    divide(up.shape[0], tp_size)
    return (x.flatten(0, -2) @ up.T).relu() @ down.T
