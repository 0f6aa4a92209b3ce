"""wrong_answer: column_parallel answers from a cache that knows shapes only"""

from collections.abc import Sequence

from torch import Tensor


def column_parallel(x: Tensor, shards: Sequence[Tensor]) -> list[Tensor]:
    cache, key = vars(column_parallel), f"{x.shape} {x.dtype} {[shard.shape for shard in shards]}"
    if key not in cache:
        cache[key] = [x @ shard.T for shard in shards]
    return cache[key]
