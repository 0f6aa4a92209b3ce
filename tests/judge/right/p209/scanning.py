"""All counters at each look; sums from the first slot on."""

import torch


def slot_start(call, rank, size, slot_bytes):
    buffer = 1 if call % 2 else 0
    return 64 * size + buffer * size * slot_bytes + rank * slot_bytes


def wait_for_all(counters, call, pause):
    while any(counters.read(rank) < call for rank in range(counters.size)):
        pause()


class OneShotAllReduce:
    def all_reduce(self, x):
        size = x.numel() * x.element_size()
        if size > self.slot_bytes:
            raise ValueError(f"slot {self.slot_bytes}, message {size}")
        self.call = self.call + 1
        slots = self.slots(self.call, x)
        slots[self.rank][:] = x.reshape(-1)
        self.counters.write(self.rank, self.call)
        wait_for_all(self.counters, self.call, self.pause)
        out = torch.zeros(x.shape, dtype=x.dtype)
        flat = out.view(-1)
        for slot in slots:
            flat.add_(slot)
        return out
