"""A head is taken to be one row.

Why: In a small example it is. A head has head_dim rows, one for each of its numbers.

Look: How many rows has q_proj, and how many heads?
"""

from collections.abc import Sequence

import torch
from torch import Tensor


def pad_rows(weight: Tensor, layout: Sequence[int | None], head_dim: int) -> Tensor:
    return _in_slots(weight, layout, 1)


def pad_columns(weight: Tensor, layout: Sequence[int | None], head_dim: int) -> Tensor:
    return _in_slots(weight.mT, layout, 1).mT.contiguous()
