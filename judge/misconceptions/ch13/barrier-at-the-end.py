"""The code adds a second meeting at the end.

Why: It protects the slots until all have read them. The second buffer does so already, and
waiting is what a small message costs.

Look: In which round is this buffer written again, and whom has its writer met by then?
"""

from torch import Tensor


class ShmGroup:
    def _reduce_at_once(self, chunk: Tensor) -> None:
        slots = self._next_slots(chunk)
        slots[self.rank].copy_(chunk)
        self._meet()
        sum_in_rank_order(slots, chunk)
        self._meet()
