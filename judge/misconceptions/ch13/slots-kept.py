"""Slots are kept and read after all rounds.

Why: A list of slots is a list of tensors, and joining them at the end is one copy less. But a
slot is the segment's memory: two rounds later it holds other numbers.

Look: What does the slot of the first chunk hold when the third chunk has been exchanged?
"""

import torch
from torch import Tensor


class ShmGroup:
    def _exchange(self, flat: Tensor, parts: list[Tensor]) -> None:
        received = [[] for _ in parts]
        for chunk in self._chunks(flat):
            slots = self._next_slots(chunk)
            slots[self.rank].copy_(chunk)
            self._meet()
            for got, slot in zip(received, slots, strict=False):
                got.append(slot)
        for part, got in zip(parts, received, strict=False):
            part.view(-1).copy_(torch.cat(got))
