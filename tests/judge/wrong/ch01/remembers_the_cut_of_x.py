"""wrong_answer: row_parallel cuts a whole x once, and keeps the slices for the next of its shape"""

from collections.abc import Sequence

from torch import Tensor


def row_parallel(x: Tensor | Sequence[Tensor], shards: Sequence[Tensor]) -> Tensor:
    slices = x
    if isinstance(x, Tensor):
        key = f"{x.shape} {x.dtype} {len(shards)}"
        slices = vars(row_parallel).setdefault(key, x.chunk(len(shards), dim=-1))
    return sum(part @ shard.T for part, shard in zip(slices, shards, strict=True))
