"""The counter is set before the numbers are written.

Why: Both are done before the wait, so their order seems free. The others read as soon as they see
the counter.

Look: What is in the slot at the moment when the counter is set?
"""

from torch import Tensor


class OneShotAllReduce:
    def all_reduce(self, x: Tensor) -> Tensor:
        if x.nbytes > self.slot_bytes:
            raise ValueError(f"{x.nbytes} bytes do not fit into a slot of {self.slot_bytes}")
        self.call += 1
        slots = self.slots(self.call, x)
        self.counters.write(self.rank, self.call)
        wait_for_all(self.counters, self.call, self.pause)
        slots[self.rank].copy_(x.flatten())
        total = slots[0].clone()
        for slot in slots[1:]:
            total += slot
        return total.view(x.shape)
