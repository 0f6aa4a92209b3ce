"""The code puts copies of a real head into the empty slots.

Why: Repeating the last head keeps the shapes and gives sensible numbers. But then this head is
counted twice in the sum.

Look: What does an empty slot's part of o_proj add to the output?
"""

from collections.abc import Sequence

import torch
from torch import Tensor


def pad_rows(weight: Tensor, layout: Sequence[int | None], head_dim: int) -> Tensor:
    heads = weight.split(head_dim)
    return torch.cat([heads[-1] if head is None else heads[head] for head in layout])


def pad_columns(weight: Tensor, layout: Sequence[int | None], head_dim: int) -> Tensor:
    heads = weight.split(head_dim, dim=1)
    return torch.cat([heads[-1] if head is None else heads[head] for head in layout], dim=1)
