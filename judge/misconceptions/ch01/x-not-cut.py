"""The whole x is multiplied with each row shard.

Why: In a column-parallel product every rank gets the whole x, and it is tempting to keep it so. A
row shard has only a part of the columns, and meets only a part of x.

Look: Write the shapes of x and of one row shard side by side. How many numbers of x does a row of
the shard need?
"""

from collections.abc import Sequence

from torch import Tensor


def row_parallel(x: Tensor | Sequence[Tensor], shards: Sequence[Tensor]) -> Tensor:
    if isinstance(x, Tensor):
        return sum(x @ shard.T for shard in shards)
    return sum(part @ shard.T for part, shard in zip(x, shards, strict=True))
