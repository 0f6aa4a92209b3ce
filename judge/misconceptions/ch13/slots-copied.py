"""The code acts as if the slots were copies.

Why: A copy has the right shape and can be changed freely. But what is written into it stays in
this process.

Look: Does a write into your tensor change the memory of the segment?
"""

from torch import Tensor


class ShmGroup:
    def _next_slots(self, chunk: Tensor) -> list[Tensor]:
        self.round += 1
        buffer = self.segment.slots(chunk.dtype)[self.round % NUM_BUFFERS]
        return [slot[: len(chunk)].clone() for slot in buffer]
