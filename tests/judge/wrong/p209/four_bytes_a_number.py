"""wrong_answer: counts four bytes a number, whatever the dtype"""


class OneShotAllReduce:
    def all_reduce(self, x):
        num_bytes = 4 * x.numel()
        if num_bytes > self.slot_bytes:
            raise ValueError(f"{num_bytes} bytes do not fit into a slot of {self.slot_bytes}")
        self.call += 1
        slots = self.slots(self.call, x)
        slots[self.rank].copy_(x.flatten())
        self.counters.write(self.rank, self.call)
        wait_for_all(self.counters, self.call, self.pause)
        total = slots[0].clone()
        for slot in slots[1:]:
            total += slot
        return total.view(x.shape)
