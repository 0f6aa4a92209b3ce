"""The rows of o_proj are moved, and its columns stay.

Why: For q_proj the rows are right. o_proj takes the heads' outputs as its input, and inputs are
columns.

Look: What does the shape (hidden, heads * D) of o_proj say about its columns?
"""

from collections.abc import Sequence

import torch
from torch import Tensor


def pad_columns(weight: Tensor, layout: Sequence[int | None], head_dim: int) -> Tensor:
    rows = weight.new_zeros(len(layout) * head_dim, weight.shape[1])
    rows[: len(weight)] = weight
    return rows
