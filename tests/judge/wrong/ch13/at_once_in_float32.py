"""wrong_answer: the sum is collected in float32."""

import torch


class ShmGroup:
    def _reduce_at_once(self, chunk):
        slots = self._next_slots(chunk)
        slots[self.rank].copy_(chunk)
        self._meet()
        total = torch.zeros(len(chunk))
        for slot in slots:
            total += slot
        chunk.copy_(total)
