"""The partial sums of the ranks are concatenated.

Why: Column-parallel slices are put side by side, so it looks as if every parallel product ended
that way. Partial sums have the full shape already: each holds a part of every output number.

Look: Compute the worked vector by hand: what does rank 0 have for the first output, and what is
missing from it?
"""

from collections.abc import Sequence

import torch
from torch import Tensor


def row_parallel(x: Tensor | Sequence[Tensor], shards: Sequence[Tensor]) -> Tensor:
    slices = x.chunk(len(shards), dim=-1) if isinstance(x, Tensor) else x
    return torch.cat([part @ shard.T for part, shard in zip(slices, shards, strict=True)], dim=-1)
