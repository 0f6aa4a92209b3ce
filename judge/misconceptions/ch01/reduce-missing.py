"""The partial sum of one rank is taken for the answer.

Why: It has the right shape and plausible numbers, but it holds the contribution of one slice of x
only.

Look: Which part of x has this result never seen?
"""

from collections.abc import Sequence

from torch import Tensor


def row_parallel(x: Tensor | Sequence[Tensor], shards: Sequence[Tensor]) -> Tensor:
    slices = x.chunk(len(shards), dim=-1) if isinstance(x, Tensor) else x
    return slices[0] @ shards[0].T
