"""A message is taken to fit into a slot.

Why: Messages of decoding do. A long prompt, or logits of a batch, may be longer than any slot.

Look: How many numbers does a slot hold, and how many has x?
"""

from torch import Tensor


class ShmGroup:
    def broadcast(self, x: Tensor, src: int = 0) -> Tensor:
        flat = self._flat(x)
        self._check_rank(src)
        if self.size == 1:
            return x
        slots = self._next_slots(flat)
        if self.rank == src:
            slots[src].copy_(flat)
        self._meet()
        flat.copy_(slots[src])
        return x
