"""The call is not counted.

Why: It starts at 0 and nobody else counts it. Every call then is call 0, for which nobody is
missing.

Look: Which number does your second call have?
"""

from torch import Tensor


class OneShotAllReduce:
    def all_reduce(self, x: Tensor) -> Tensor:
        if x.nbytes > self.slot_bytes:
            raise ValueError(f"{x.nbytes} bytes do not fit into a slot of {self.slot_bytes}")
        slots = self.slots(self.call, x)
        slots[self.rank].copy_(x.flatten())
        self.counters.write(self.rank, self.call)
        wait_for_all(self.counters, self.call, self.pause)
        total = slots[0].clone()
        for slot in slots[1:]:
            total += slot
        return total.view(x.shape)
