"""Two steps in which the sum of a part begins with the rank that makes it: one order for all."""

from collections.abc import Sequence

import torch
from torch import Tensor


def sum_in_rank_order(parts: Sequence[Tensor], out: Tensor) -> None:
    first, second, *rest = parts
    out.copy_(first)
    out += second
    while rest:
        out += rest.pop(0)


class ShmGroup:
    def _next_slots(self, chunk: Tensor) -> list[Tensor]:
        self.round += 1
        buffers = self.segment.slots(chunk.dtype)
        return list(map(lambda slot: slot[: len(chunk)], buffers[self.round & 1]))

    def _meet(self) -> None:
        self.tick += 1
        self.segment.ticks[self.rank] = self.tick
        waiting = set(range(self.size)) - {self.rank}
        while waiting:
            peer = waiting.pop()
            self._wait_for(peer)

    def _reduce_at_once(self, chunk: Tensor) -> None:
        slots = self._next_slots(chunk)
        slots[self.rank].copy_(chunk)
        self._meet()
        chunk.copy_(slots[-1])
        for slot in slots[-2::-1]:
            chunk.add_(slot)

    def _reduce_in_two_steps(self, chunk: Tensor) -> None:
        slots = self._next_slots(chunk)
        slots[self.rank].copy_(chunk)
        self._meet()
        sums = chunk.tensor_split(self.size)
        for rank in range(self.size):
            if rank != self.rank:
                sums[self.rank].add_(slots[rank].tensor_split(self.size)[self.rank])
        slots[self.rank].tensor_split(self.size)[self.rank].copy_(sums[self.rank])
        self._meet()
        torch.cat([s.tensor_split(self.size)[r] for r, s in enumerate(slots)], out=chunk)

    def _exchange(self, flat: Tensor, parts: list[Tensor]) -> None:
        flats = [part.view(-1) for part in parts]
        for i, chunk in enumerate(self._chunks(flat)):
            slots = self._next_slots(chunk)
            slots[self.rank].copy_(chunk)
            self._meet()
            for one, slot in zip(flats, slots, strict=False):
                self._chunks(one)[i].copy_(slot)

    def broadcast(self, x: Tensor, src: int = 0) -> Tensor:
        flat = self._flat(x)
        if not 0 <= src < self.size:
            raise ValueError(f"src {src} is outside of {self.size} ranks")
        if self.size > 1:
            for chunk in self._chunks(flat):
                slot = self._next_slots(chunk)[src]
                if self.rank == src:
                    slot.copy_(chunk)
                self._meet()
                if self.rank != src:
                    chunk.copy_(slot)
        return x

    def _raise_if_dead(self) -> None:
        for rank in [*range(self.rank), *range(self.rank + 1, self.size)]:
            alive = self.segment.is_alive(rank)
            if not alive and self.segment.ticks[rank] < self.tick:
                raise ConnectionError(f"rank {rank} of {self.size} is gone")
