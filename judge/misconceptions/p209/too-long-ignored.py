"""Nobody looks whether x fits.

Why: Slicing takes what is there, and an error about shapes comes later, from another line. Or the
next rank's slot is written over.

Look: What does the error say about bytes, and what has been written by then?
"""

from torch import Tensor


class OneShotAllReduce:
    def all_reduce(self, x: Tensor) -> Tensor:
        self.call += 1
        slots = self.slots(self.call, x)
        slots[self.rank].copy_(x.flatten())
        self.counters.write(self.rank, self.call)
        wait_for_all(self.counters, self.call, self.pause)
        total = slots[0].clone()
        for slot in slots[1:]:
            total += slot
        return total.view(x.shape)
