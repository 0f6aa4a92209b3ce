"""The slot is the out of sum_in_rank_order, and is copied from there."""

from torch import Tensor


class ShmGroup:
    def _reduce_at_once(self, chunk: Tensor) -> None:
        slots = self._next_slots(chunk)
        slots[self.rank].copy_(chunk)
        self._meet()
        sum_in_rank_order(slots, slots[self.rank])
        chunk.copy_(slots[self.rank])
