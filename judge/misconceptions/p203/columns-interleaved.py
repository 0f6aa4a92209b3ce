"""The ranks' columns take turns: one of rank 0, one of rank 1, and again one of rank 0.

Why: Stacking the blocks along a new last dimension and joining it with the columns gives the right
shape. But then the rank's number runs fastest, as if rank r held the ids r, r + tp_size, and so on.

Look: Which token ids does rank 0 hold, and which columns of your result hold its numbers?
"""

import torch
from torch import Tensor


def merge_gathered(gathered: Tensor, tp_size: int) -> Tensor:
    return torch.stack(gathered.chunk(tp_size), dim=-1).flatten(-2)
