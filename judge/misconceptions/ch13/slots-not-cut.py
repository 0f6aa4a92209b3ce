"""The slots keep their whole length.

Why: A slot holds any message, so it looks right to hand it out. The message is shorter, and
tensors of two lengths can be neither copied nor added.

Look: Which shape has a slot, and which has the chunk?
"""

from torch import Tensor


class ShmGroup:
    def _next_slots(self, chunk: Tensor) -> list[Tensor]:
        self.round += 1
        return self.segment.slots(chunk.dtype)[self.round % NUM_BUFFERS]
