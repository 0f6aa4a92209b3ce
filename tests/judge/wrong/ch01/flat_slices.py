"""wrong_answer: column_parallel makes a matrix of an x of 3 dimensions"""

from collections.abc import Sequence

from torch import Tensor


def column_parallel(x: Tensor, shards: Sequence[Tensor]) -> list[Tensor]:
    flat = x.flatten(0, -2) if x.ndim > 1 else x
    return [flat @ shard.T for shard in shards]
