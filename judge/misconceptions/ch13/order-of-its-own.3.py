"""The others are added up before the first part."""

from collections.abc import Sequence

import torch
from torch import Tensor


def sum_in_rank_order(parts: Sequence[Tensor], out: Tensor) -> None:
    torch.add(parts[0], sum(parts[1:]), out=out)
