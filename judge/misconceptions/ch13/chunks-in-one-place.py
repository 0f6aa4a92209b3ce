"""Every chunk is read into the same place.

Why: The loop over the chunks moves on in what is sent. It has to move on in what is received as
well.

Look: Where does the second chunk of rank 1 belong in parts[1]?
"""

from torch import Tensor


class ShmGroup:
    def _exchange(self, flat: Tensor, parts: list[Tensor]) -> None:
        for chunk in self._chunks(flat):
            slots = self._next_slots(chunk)
            slots[self.rank].copy_(chunk)
            self._meet()
            for part, slot in zip(parts, slots, strict=False):
                part.view(-1)[: len(chunk)].copy_(slot)
