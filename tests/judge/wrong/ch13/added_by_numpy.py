"""runtime_error: numpy adds, which has no bfloat16."""

from collections.abc import Sequence

import torch
from torch import Tensor


def sum_in_rank_order(parts: Sequence[Tensor], out: Tensor) -> None:
    total = parts[0].numpy().copy()
    for part in parts[1:]:
        total += part.numpy()
    out.copy_(torch.from_numpy(total))
