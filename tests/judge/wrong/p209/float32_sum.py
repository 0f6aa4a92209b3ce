"""wrong_answer: everything is added as float32."""

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
        total = slots[0].float().clone()
        for slot in slots[1:]:
            total = total + slot.float()
        return total.to(x.dtype).view(x.shape)
