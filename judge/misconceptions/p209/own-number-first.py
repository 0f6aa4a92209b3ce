"""Each rank begins with its own numbers.

Why: They are there already. But then each rank adds in an order of its own, and the sums differ
in their last bits.

Look: In which order do rank 0 and rank 2 add 1e8, 1 and -1e8?
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
        total = x.clone()
        for rank, slot in enumerate(slots):
            if rank != self.rank:
                total += slot.view(x.shape)
        return total
