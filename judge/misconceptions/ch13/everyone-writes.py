"""The code lets every rank write into the sender's slot.

Why: All make the same call, so the same lines run on all. Whoever comes last has written, and
that need not be the sender.

Look: Which ranks run the line that writes, and into which slot?
"""

from torch import Tensor


class ShmGroup:
    def broadcast(self, x: Tensor, src: int = 0) -> Tensor:
        flat = self._flat(x)
        self._check_rank(src)
        if self.size == 1:
            return x
        for chunk in self._chunks(flat):
            slots = self._next_slots(chunk)
            slots[src].copy_(chunk)
            self._meet()
            chunk.copy_(slots[src])
        return x
