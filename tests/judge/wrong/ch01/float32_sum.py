"""wrong_answer: row_parallel gives float32 for bfloat16"""

from collections.abc import Sequence

from torch import Tensor


def row_parallel(x: Tensor | Sequence[Tensor], shards: Sequence[Tensor]) -> Tensor:
    slices = x.chunk(len(shards), dim=-1) if isinstance(x, Tensor) else x
    return sum(p.float() @ shard.float().T for p, shard in zip(slices, shards, strict=True))
