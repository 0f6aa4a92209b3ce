"""The code makes the sum a new tensor and leaves chunk as it is.

Why: The name chunk then means the new tensor. The caller's numbers are a piece of x, and x is
what it returns.

Look: Does your sum lie in the memory of x?
"""

import torch
from torch import Tensor


class ShmGroup:
    def _reduce_at_once(self, chunk: Tensor) -> None:
        slots = self._next_slots(chunk)
        slots[self.rank].copy_(chunk)
        self._meet()
        total = torch.empty_like(chunk)
        sum_in_rank_order(slots, total)
        chunk = total
