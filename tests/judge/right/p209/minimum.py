"""The smallest counter; a stack that is added up row by row."""

from functools import reduce

import torch


def slot_start(call, rank, size, slot_bytes):
    odd = call & 1
    return size * (LINE_BYTES + odd * slot_bytes) + rank * slot_bytes


def wait_for_all(counters, call, pause):
    while min(map(counters.read, range(counters.size))) < call:
        pause()


class OneShotAllReduce:
    def all_reduce(self, x):
        if x.nbytes > self.slot_bytes:
            raise ValueError(f"{x.nbytes} > {self.slot_bytes}")
        self.call += 1
        slots = self.slots(self.call, x)
        slots[self.rank].copy_(x.contiguous().view(-1))
        self.counters.write(self.rank, self.call)
        wait_for_all(self.counters, self.call, self.pause)
        rows = torch.stack(slots)
        return reduce(torch.add, rows.unbind(0)).clone().reshape(x.shape)
