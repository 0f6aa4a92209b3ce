"""The sums are gathered without a second meeting.

Why: The first meeting was there, so all seem to be together. But since then each has computed,
and a slow one has not written its sum yet.

Look: What says that rank 2's sum is in its slot?
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
        for rank in range(self.size):
            if rank != own:
                sums[rank].copy_(parts[rank][rank])
