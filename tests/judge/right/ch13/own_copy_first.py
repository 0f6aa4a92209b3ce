"""A temporary for every sum; each counter is waited for in turn, this rank's own too."""

from collections.abc import Sequence

import torch
from torch import Tensor


def sum_in_rank_order(parts: Sequence[Tensor], out: Tensor) -> None:
    total = parts[0].clone()
    for i in range(1, len(parts)):
        total = total + parts[i]
    out[...] = total


class ShmGroup:
    def _next_slots(self, chunk: Tensor) -> list[Tensor]:
        self.round += 1
        which = 0 if self.round % 2 == 0 else 1
        return [s[: chunk.shape[0]] for s in self.segment.slots(chunk.dtype)[which]]

    def _meet(self) -> None:
        self.segment.ticks[self.rank] += 1
        self.tick = int(self.segment.ticks[self.rank])
        for peer in range(self.size):
            self._wait_for(peer)

    def _reduce_at_once(self, chunk: Tensor) -> None:
        slots = self._next_slots(chunk)
        slots[self.rank].copy_(chunk)
        self._meet()
        parts = [slot.clone() for slot in slots]
        sum_in_rank_order(parts, chunk)

    def _reduce_in_two_steps(self, chunk: Tensor) -> None:
        slots = self._next_slots(chunk)
        slots[self.rank].copy_(chunk)
        self._meet()
        indices = torch.arange(len(chunk)).tensor_split(self.size)
        mine = indices[self.rank]
        slots[self.rank][mine] = sum(slot[mine] for slot in slots)
        self._meet()
        for rank, slot in enumerate(slots):
            chunk[indices[rank]] = slot[indices[rank]]

    def _exchange(self, flat: Tensor, parts: list[Tensor]) -> None:
        received = [[] for _ in range(self.size)]
        for chunk in self._chunks(flat):
            slots = self._next_slots(chunk)
            slots[self.rank].copy_(chunk)
            self._meet()
            for got, slot in zip(received, slots, strict=True):
                got.append(slot.clone())
        for part, got in zip(parts, received, strict=False):
            part.view(-1).copy_(torch.cat(got))

    def broadcast(self, x: Tensor, src: int = 0) -> Tensor:
        self._check_rank(src)
        flat = self._flat(x)
        if self.size == 1:
            return x
        parts = [torch.empty_like(flat) for _ in range(self.size)]
        self._exchange(flat, parts)
        flat.copy_(parts[src])
        return x

    def _raise_if_dead(self) -> None:
        dead = {r for r in range(self.size) if r != self.rank and not self.segment.is_alive(r)}
        missed = [r for r in sorted(dead) if self.segment.ticks[r] < self.tick]
        if missed:
            raise ConnectionResetError("ended: " + ", ".join(f"rank {r}" for r in missed))
