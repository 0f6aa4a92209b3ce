"""runtime_error: a counter that ends at 255."""

from torch import Tensor


class OneShotAllReduce:
    def all_reduce(self, x: Tensor) -> Tensor:
        if x.nbytes > self.slot_bytes:
            raise ValueError(f"{x.nbytes} bytes do not fit into a slot of {self.slot_bytes}")
        self.call += 1
        slots = self.slots(self.call, x)
        slots[self.rank].copy_(x.flatten())
        self.counters.write(self.rank, bytes([self.call])[0])
        wait_for_all(self.counters, self.call, self.pause)
        total = slots[0].clone()
        for slot in slots[1:]:
            total += slot
        return total.view(x.shape)
