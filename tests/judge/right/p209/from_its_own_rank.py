"""Waits for the others in turn; copies into a view of the slot's shape."""


def slot_start(call, rank, size, slot_bytes):
    slots_before = rank if call % 2 == 0 else size + rank
    return size * LINE_BYTES + slots_before * slot_bytes


def wait_for_all(counters, call, pause):
    missing = list(range(counters.size))
    while missing:
        if counters.read(missing[-1]) >= call:
            missing.pop()
        else:
            pause()


class OneShotAllReduce:
    def all_reduce(self, x):
        if self.slot_bytes < x.nbytes:
            raise ValueError(f"a slot has {self.slot_bytes} bytes, x {x.nbytes}")
        self.call += 1
        slots = [slot.view(x.shape) for slot in self.slots(self.call, x)]
        slots[self.rank].copy_(x)
        self.counters.write(self.rank, self.call)
        wait_for_all(self.counters, self.call, self.pause)
        total = slots.pop(0).clone()
        while slots:
            total = total.add(slots.pop(0))
        return total
