"""The sum is made in a new tensor.

Why: The name out then means the new tensor, and the caller's stays as it was.

Look: Is the tensor that the caller passed another one than the one that holds the sum?
"""

from collections.abc import Sequence

import torch
from torch import Tensor


def sum_in_rank_order(parts: Sequence[Tensor], out: Tensor) -> None:
    out = parts[0] + parts[1]
    for part in parts[2:]:
        out = out + part
