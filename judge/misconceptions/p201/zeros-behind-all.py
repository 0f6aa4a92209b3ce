"""The code puts all empty rows or columns at the end.

Why: F.pad adds them there in one call. The layout has empty slots between the groups too, and every
head behind them moves.

Look: Which head lies in slot 8 of the page's layout, and which rows are there in your result?
"""

from collections.abc import Sequence

import torch
import torch.nn.functional as F
from torch import Tensor


def pad_rows(weight: Tensor, layout: Sequence[int | None], head_dim: int) -> Tensor:
    missing = len(layout) * head_dim - len(weight)
    return torch.cat([weight, weight.new_zeros(missing, *weight.shape[1:])])


def pad_columns(weight: Tensor, layout: Sequence[int | None], head_dim: int) -> Tensor:
    return F.pad(weight, (0, len(layout) * head_dim - weight.shape[1]))
