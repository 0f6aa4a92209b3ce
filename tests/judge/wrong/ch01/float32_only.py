"""wrong_answer: bfloat16 comes back as float32"""

from collections.abc import Sequence

from torch import Tensor


def column_parallel(x: Tensor, shards: Sequence[Tensor]) -> list[Tensor]:
    return [x.float() @ shard.float().T for shard in shards]


def row_parallel(x: Tensor | Sequence[Tensor], shards: Sequence[Tensor]) -> Tensor:
    slices = x.chunk(len(shards), dim=-1) if isinstance(x, Tensor) else x
    return sum(p.float() @ shard.float().T for p, shard in zip(slices, shards, strict=True))


def mlp(x: Tensor, up: Tensor, down: Tensor, tp_size: int) -> Tensor:
    return (x.float() @ up.float().T).relu() @ down.float().T


def column_shard(weight: Tensor, tp_rank: int, tp_size: int) -> Tensor:
    divide(weight.shape[0], tp_size)
    return weight.float().chunk(tp_size)[tp_rank].clone()


def row_shard(weight: Tensor, tp_rank: int, tp_size: int) -> Tensor:
    divide(weight.shape[1], tp_size)
    return weight.float().chunk(tp_size, 1)[tp_rank].clone()
