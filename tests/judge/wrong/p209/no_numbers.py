"""runtime_error: no numbers are not expected."""


class OneShotAllReduce:
    def all_reduce(self, x):
        if x.nbytes > self.slot_bytes:
            raise ValueError(f"{x.nbytes} {self.slot_bytes}")
        assert self.slot_bytes // x.nbytes
        self.call += 1
        slots = self.slots(self.call, x)
        slots[self.rank].copy_(x.flatten())
        self.counters.write(self.rank, self.call)
        wait_for_all(self.counters, self.call, self.pause)
        total = slots[0].clone()
        for slot in slots[1:]:
            total += slot
        return total.view(x.shape)
