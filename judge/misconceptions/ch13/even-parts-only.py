"""All parts have n // S numbers, and the rest is left out.

Why: Hidden sizes are usually divisible. 10 numbers on 4 ranks are not: two of them belong to no
part.

Look: Which part do the last numbers belong to, with n = 10 and S = 4?
"""

from torch import Tensor


class ShmGroup:
    def _reduce_in_two_steps(self, chunk: Tensor) -> None:
        slots = self._next_slots(chunk)
        slots[self.rank].copy_(chunk)
        self._meet()
        own = self.rank
        n = len(chunk) // self.size
        parts = [[slot[r * n : (r + 1) * n] for r in range(self.size)] for slot in slots]
        sums = [chunk[r * n : (r + 1) * n] for r in range(self.size)]
        sum_in_rank_order([each[own] for each in parts], sums[own])
        parts[own][own].copy_(sums[own])
        self._meet()
        for rank in range(self.size):
            if rank != own:
                sums[rank].copy_(parts[rank][rank])
