"""Sums by functools.reduce, meetings by numpy, parts by narrow."""

import os
from collections.abc import Sequence
from functools import reduce

import torch
from torch import Tensor


def sum_in_rank_order(parts: Sequence[Tensor], out: Tensor) -> None:
    out.copy_(reduce(torch.add, parts))


class ShmGroup:
    def _next_slots(self, chunk: Tensor) -> list[Tensor]:
        self.round = self.round + 1
        first, second = self.segment.slots(chunk.dtype)
        return [slot.narrow(0, 0, chunk.numel()) for slot in (second, first)[self.round % 2]]

    def _meet(self) -> None:
        self.tick = self.tick + 1
        self.segment.ticks[self.rank] = self.tick
        while (self.segment.ticks < self.tick).any():
            os.sched_yield()

    def _reduce_at_once(self, chunk: Tensor) -> None:
        slots = self._next_slots(chunk)
        slots[self.rank][:] = chunk
        self._meet()
        chunk.zero_()
        for slot in slots:
            chunk += slot

    def _reduce_in_two_steps(self, chunk: Tensor) -> None:
        slots = self._next_slots(chunk)
        slots[self.rank].copy_(chunk)
        self._meet()
        n, size = len(chunk), self.size
        ends = [(n * rank) // size for rank in range(size + 1)]
        mine = slice(ends[self.rank], ends[self.rank + 1])
        total = torch.empty_like(chunk[mine])
        sum_in_rank_order([slot[mine] for slot in slots], total)
        slots[self.rank][mine] = total
        self._meet()
        for rank, slot in enumerate(slots):
            chunk[ends[rank] : ends[rank + 1]] = slot[ends[rank] : ends[rank + 1]]

    def _exchange(self, flat: Tensor, parts: list[Tensor]) -> None:
        begun = 0
        for chunk in self._chunks(flat):
            slots = self._next_slots(chunk)
            slots[self.rank].copy_(chunk)
            self._meet()
            for rank, part in enumerate(parts):
                part.view(-1)[begun : begun + len(chunk)] = slots[rank]
            begun += len(chunk)

    def broadcast(self, x: Tensor, src: int = 0) -> Tensor:
        if src not in range(self.size):
            raise ValueError(f"no rank {src} among {self.size}")
        flat = self._flat(x)
        for chunk in self._chunks(flat) if self.size > 1 else ():
            slots = self._next_slots(chunk)
            slots[self.rank].copy_(chunk)
            self._meet()
            if self.rank != src:
                chunk.copy_(slots[src])
        return x

    def _raise_if_dead(self) -> None:
        for rank in range(self.size):
            if rank == self.rank or self.segment.is_alive(rank):
                continue
            if int(self.segment.ticks[rank]) < self.tick:
                raise ConnectionError(f"rank {rank} has ended")
