"""The sum is written into one of its terms.

Why: The part of the own slot must hold the sum in the end, so why not make it there? But out is
written before the last terms are read. Where out is one of them, it is gone by then.

Look: Which tensor is out, and is it among the parts? Where else is there room for the sum?
"""

from torch import Tensor


class ShmGroup:
    def _reduce_in_two_steps(self, chunk: Tensor) -> None:
        slots = self._next_slots(chunk)
        slots[self.rank].copy_(chunk)
        self._meet()
        own = self.rank
        parts = [slot.tensor_split(self.size) for slot in slots]
        sum_in_rank_order([each[own] for each in parts], parts[own][own])
        self._meet()
        for rank, out in enumerate(chunk.tensor_split(self.size)):
            out.copy_(parts[rank][rank])
