"""Only in the column-parallel product."""

from collections.abc import Sequence

from torch import Tensor


def column_parallel(x: Tensor, shards: Sequence[Tensor]) -> list[Tensor]:
    return [x @ shard for shard in shards]
