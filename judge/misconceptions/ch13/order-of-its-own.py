"""The parts are added in another order than that of ranks.

Why: On paper the order of a sum does not matter. In float32 it does: (1e8 + -1e8) + 1 is 1, and
1e8 + (-1e8 + 1) is 0.

Look: Write down the sum of three parts with brackets, as your loop does it.
"""

from collections.abc import Sequence

import torch
from torch import Tensor


def sum_in_rank_order(parts: Sequence[Tensor], out: Tensor) -> None:
    out.copy_(parts[-1])
    for part in reversed(parts[:-1]):
        out.add_(part)
