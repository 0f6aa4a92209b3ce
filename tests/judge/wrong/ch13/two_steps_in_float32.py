"""wrong_answer: each part is added in float32."""

import torch


class ShmGroup:
    def _reduce_in_two_steps(self, chunk):
        slots = self._next_slots(chunk)
        slots[self.rank].copy_(chunk)
        self._meet()
        parts = [slot.tensor_split(self.size) for slot in slots]
        total = torch.zeros(len(parts[0][self.rank]))
        for part in parts:
            total += part[self.rank]
        parts[self.rank][self.rank].copy_(total)
        self._meet()
        chunk.copy_(torch.cat([parts[rank][rank] for rank in range(self.size)]))
