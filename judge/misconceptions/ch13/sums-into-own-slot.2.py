"""The sum of a part is made in the slot that holds one of its terms."""

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
