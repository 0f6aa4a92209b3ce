"""wrong_answer: answers from a cache that knows shapes only"""

from collections.abc import Sequence

from torch import Tensor


def row_parallel(x: Tensor | Sequence[Tensor], shards: Sequence[Tensor]) -> Tensor:
    slices = x.chunk(len(shards), dim=-1) if isinstance(x, Tensor) else x
    key = f"{[part.shape for part in slices]} {[shard.shape for shard in shards]}"
    cache = vars(row_parallel)
    if key not in cache:
        cache[key] = sum(part @ shard.T for part, shard in zip(slices, shards, strict=True))
    return cache[key]
