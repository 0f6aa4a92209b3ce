"""The stored weight is used as if it were [in, out].

Why: The maths writes x W with W as [in, out]. PyTorch stores [out, in], so the product needs one
more turn.

Look: Write the shapes of x and of the shard below each other: which two numbers must be equal in a
matrix product?
"""

from collections.abc import Sequence

from torch import Tensor


def column_parallel(x: Tensor, shards: Sequence[Tensor]) -> list[Tensor]:
    return [x @ shard for shard in shards]


def row_parallel(x: Tensor | Sequence[Tensor], shards: Sequence[Tensor]) -> Tensor:
    slices = x.chunk(len(shards), dim=-1) if isinstance(x, Tensor) else x
    return sum(part @ shard for part, shard in zip(slices, shards, strict=True))
