"""The sum is made in a slot.

Why: The slot is there and has the right length. The others still read it as one term of their
sums.

Look: Which memory is changed after the wait, and who may be reading it?
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
        wait_for_all(self.counters, self.call, self.pause)
        total = slots[self.rank]
        for rank, slot in enumerate(slots):
            if rank != self.rank:
                total += slot
        return total.clone().view(x.shape)
