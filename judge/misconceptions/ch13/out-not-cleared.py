"""What out held before is a part of the sum.

Why: Adding every part to out is the shortest loop. out is not 0 at first: in an all-reduce it
holds this rank's own numbers.

Look: Which value does out have before the first part is added?
"""

from collections.abc import Sequence

import torch
from torch import Tensor


def sum_in_rank_order(parts: Sequence[Tensor], out: Tensor) -> None:
    for part in parts:
        out.add_(part)
