"""Only in the row-parallel product."""

from collections.abc import Sequence

from torch import Tensor


def row_parallel(x: Tensor | Sequence[Tensor], shards: Sequence[Tensor]) -> Tensor:
    slices = x.chunk(len(shards), dim=-1) if isinstance(x, Tensor) else x
    return sum(part @ shard for part, shard in zip(slices, shards, strict=True))
