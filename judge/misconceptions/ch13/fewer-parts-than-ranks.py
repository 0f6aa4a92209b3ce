"""The numbers are cut by torch.chunk.

Why: Its name promises so many chunks. It makes all but the last equally long, rounded up, and may
give fewer than asked for: 5 numbers in 4 chunks are 2, 2 and 1.

Look: How many parts do 5 numbers give on 4 ranks?
"""

from torch import Tensor


class ShmGroup:
    def _reduce_in_two_steps(self, chunk: Tensor) -> None:
        slots = self._next_slots(chunk)
        slots[self.rank].copy_(chunk)
        self._meet()
        own = self.rank
        parts = [slot.chunk(self.size) for slot in slots]
        sums = chunk.chunk(self.size)
        sum_in_rank_order([each[own] for each in parts], sums[own])
        parts[own][own].copy_(sums[own])
        self._meet()
        for rank in range(self.size):
            if rank != own:
                sums[rank].copy_(parts[rank][rank])
