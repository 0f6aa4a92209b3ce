"""The tensor x is changed into the sum.

Why: Many all-reduces work in place, torch.distributed's for example. This one leaves x as it is.

Look: What does x hold after the call?
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
        x.zero_()
        for slot in slots:
            x += slot.view(x.shape)
        return x
