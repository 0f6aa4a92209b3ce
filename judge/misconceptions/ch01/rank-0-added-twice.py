"""The partial sum of rank 0 is added twice.

Why: The sum begins with the first part, because it needs something to begin with. The loop that
adds the others then begins with the first part again.

Look: What does your sum hold before the loop, and which part does the loop add first?
"""

from collections.abc import Sequence

from torch import Tensor


def row_parallel(x: Tensor | Sequence[Tensor], shards: Sequence[Tensor]) -> Tensor:
    slices = x.chunk(len(shards), dim=-1) if isinstance(x, Tensor) else x
    parts = [part @ shard.T for part, shard in zip(slices, shards, strict=True)]
    return parts[0] + sum(parts)
