"""The second step reads this rank's own slot.

Why: All parts lie there side by side. They are this rank's own numbers: the sum of a part is in
the slot of the rank that made it.

Look: Who has written the sum of part 2, and into which slot?
"""

from torch import Tensor


class ShmGroup:
    def _reduce_in_two_steps(self, chunk: Tensor) -> None:
        slots = self._next_slots(chunk)
        slots[self.rank].copy_(chunk)
        self._meet()
        own = self.rank
        parts = [slot.tensor_split(self.size) for slot in slots]
        sums = chunk.tensor_split(self.size)
        sum_in_rank_order([each[own] for each in parts], sums[own])
        parts[own][own].copy_(sums[own])
        self._meet()
        for rank in range(self.size):
            if rank != own:
                sums[rank].copy_(parts[own][rank])
