"""What is returned lies in the shared memory.

Why: The sum stands in a slot after the call, which is one copy less. Two calls later something
else stands there.

Look: What does the result of call 1 hold after call 3?
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
        total = slots[0].clone()
        for slot in slots[1:]:
            total += slot
        spare = self.slots(self.call + 1, x)[self.rank]
        spare.copy_(total)
        return spare.view(x.shape)
