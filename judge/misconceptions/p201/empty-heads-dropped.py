"""Empty slots are left out.

Why: Nothing is in them. But the ranks must agree on a shape, and a slot is head_dim rows whether a
head is in it or not.

Look: Compare the number of rows with the number of slots.
"""

from collections.abc import Sequence

import torch
from torch import Tensor


def pad_rows(weight: Tensor, layout: Sequence[int | None], head_dim: int) -> Tensor:
    heads = weight.split(head_dim)
    return torch.cat([heads[head] for head in layout if head is not None])


def pad_columns(weight: Tensor, layout: Sequence[int | None], head_dim: int) -> Tensor:
    heads = weight.split(head_dim, dim=1)
    return torch.cat([heads[head] for head in layout if head is not None], dim=1)
