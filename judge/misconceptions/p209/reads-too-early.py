"""Slots are read without waiting.

Why: Shared memory needs no message, so it looks as if nothing had to be waited for. Whether a
slot holds this call's numbers only its counter says.

Look: When is rank 1's slot written, and when do you read it?
"""

from torch import Tensor


class OneShotAllReduce:
    def all_reduce(self, x: Tensor) -> Tensor:
        if x.nbytes > self.slot_bytes:
            raise ValueError(f"{x.nbytes} bytes do not fit into a slot of {self.slot_bytes}")
        self.call += 1
        slots = self.slots(self.call, x)
        slots[self.rank].copy_(x.flatten())
        self.counters.write(self.rank, self.call)
        total = slots[0].clone()
        for slot in slots[1:]:
            total += slot
        return total.view(x.shape)
