"""contract_violation: the products are right, and x is overwritten"""

from collections.abc import Sequence

from torch import Tensor


def column_parallel(x: Tensor, shards: Sequence[Tensor]) -> list[Tensor]:
    slices = [x @ shard.T for shard in shards]
    x.zero_()
    return slices


def row_parallel(x: Tensor | Sequence[Tensor], shards: Sequence[Tensor]) -> Tensor:
    slices = x.chunk(len(shards), dim=-1) if isinstance(x, Tensor) else x
    total = sum(part @ shard.T for part, shard in zip(slices, shards, strict=True))
    slices[0].zero_()
    return total
