"""Chapter 13 without luck: ranks that are threads of one process, of which one runs at a time.

A rank is interrupted wherever it touches a counter and wherever it waits. One rank, the hare, runs
for as long as it gets anywhere; then all make single steps in turn, until one of them publishes.
So the hare is as far ahead of the others as the code lets it be, and they see their slots as late
as they can.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any
from unittest import mock

import numpy as np
import torch

_PATIENCE = 4  # turns of the hare for each rank without news, before the others have one
_STUCK = 3000  # turns without news after which nobody will ever move


class _Over(BaseException):
    """Ends a rank that waits for ever."""


class Turns:
    """Whose turn it is. `stuck` holds the ranks that waited for what never came."""

    def __init__(self, size: int, hare: int) -> None:
        self.size, self.hare = size, hare
        self.stuck: list[int] = []
        self._go = [threading.Lock() for _ in range(size)]
        self._back = threading.Lock()
        for lock in (*self._go, self._back):  # each is released by whoever hands over the turn
            lock.acquire()
        self._mine = threading.local()
        self._running = set(range(size))
        self._errors: list[BaseException] = []
        self._since_news = 0
        self._quiet = 0  # turns of the hare since something happened
        self._last = hare
        self._over = False

    def play(self, works: Sequence[Callable[[], None]]) -> None:
        """Run every rank's work to its end; raises what the first of them raised."""
        for rank, work in enumerate(works):
            threading.Thread(target=self._live, args=(rank, work), daemon=True).start()
        with (
            mock.patch.object(os, "sched_yield", self.pause),
            mock.patch.object(time, "sleep", lambda _: self.pause()),
            mock.patch.object(time, "monotonic", lambda: 0.0),
        ):
            while self._running:
                if self._since_news > _STUCK and not self._over:
                    self.stuck, self._over = sorted(self._running), True
                self._give(self._next())
        if self._errors:
            raise self._errors[0]

    def pause(self) -> None:
        """Called by a rank: others may run now."""
        self._since_news += 1
        self._back.release()
        self._go[self._mine.rank].acquire()
        if self._over:
            raise _Over

    def news(self) -> None:
        """A rank has published: then the others may be able to go on."""
        self._since_news = self._quiet = 0
        self.pause()

    def _live(self, rank: int, work: Callable[[], None]) -> None:
        self._mine.rank = rank
        self._go[rank].acquire()
        try:
            with torch.no_grad():
                work()
        except _Over:
            pass
        except BaseException as error:
            self._errors.append(error)
            self._since_news = _STUCK  # the others will hear nothing from it
        self._running.discard(rank)
        self._back.release()

    def _give(self, rank: int) -> None:
        self._go[rank].release()
        self._back.acquire()

    def _next(self) -> int:
        if self.hare in self._running and self._quiet < _PATIENCE * self.size:
            self._quiet += 1
            return self.hare
        alive = sorted(self._running)
        self._last = next((rank for rank in alive if rank > self._last), alive[0])
        return self._last


class Ticks(np.ndarray):
    """The counters: a rank that looks at one, or sets its own, may be interrupted there."""

    turns: Turns

    def __getitem__(self, key: Any) -> Any:
        value = self.view(np.ndarray)[key]
        self.turns.pause()
        return value

    def __setitem__(self, key: Any, value: Any) -> None:
        self.view(np.ndarray)[key] = value
        self.turns.news()

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        plain = [np.array(i.view(np.ndarray)) if isinstance(i, Ticks) else i for i in inputs]
        self.turns.pause()
        return getattr(ufunc, method)(*plain, **options)


class FakeSegment:
    """Stands in for the chapter's Segment: memory of this process, everybody alive."""

    def __init__(self, turns: Turns, num_buffers: int, slot_bytes: int) -> None:
        self.ticks = np.zeros(turns.size, np.int64).view(Ticks)
        self.ticks.turns = turns
        self._memory = torch.zeros(num_buffers, turns.size, slot_bytes, dtype=torch.uint8)

    def slots(self, dtype: torch.dtype) -> list[list[torch.Tensor]]:
        return [list(buffer) for buffer in self._memory.view(dtype)]

    def is_alive(self, rank: int) -> bool:
        return True


class Member:
    """What a group is made of, where nothing is sent: a rank and a size."""

    def __init__(self, rank: int, size: int) -> None:
        self.rank, self.size, self.control = rank, size, self


def with_rounds(group_class: Any, num_buffers: int) -> Any:
    """The learner's class with the judge's own rounds: its other methods are tried alone."""

    class Group(group_class):  # type: ignore[misc]
        def _next_slots(self, chunk: torch.Tensor) -> list[torch.Tensor]:
            self.round += 1
            buffer = self.segment.slots(chunk.dtype)[self.round % num_buffers]
            return [slot[: len(chunk)] for slot in buffer]

        def _meet(self) -> None:
            self.tick += 1
            self.segment.ticks[self.rank] = self.tick
            while min(self.segment.ticks[peer] for peer in range(self.size)) < self.tick:
                pass

    return Group
