"""The sum of a part stays in this rank's own tensor.

Why: It is where it should be on this rank. The others look for it in the slot, and find this
rank's first numbers there.

Look: Which memory do the others read in the second step?
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
        self._meet()
        for rank in range(self.size):
            if rank != own:
                sums[rank].copy_(parts[rank][rank])
