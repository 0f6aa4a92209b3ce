"""What chapter 9's rank processes run: an object that works, and one that fails on a rank."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import time
from collections.abc import Iterator, Sequence
from typing import Any

import torch

MARK: list[str] = []  # what the driver sets and a process of its own does not see
_PAUSE_S = 0.2  # how much later than its peers a failing rank tells its error


class Runner:
    """The object of every rank. A method runs without its arguments too: what comes out tells."""

    def __init__(self, group: Any, factor: int = 1) -> None:
        self.group, self.factor = group, factor
        self.log: list[int] = []

    def add(self, x: int = 0) -> float:
        mine = torch.tensor([float(x * self.factor * (self.group.rank + 1))])
        return float(self.group.all_reduce(mine))

    def total_length(self, ids: Sequence[int] = ()) -> int:
        return int(self.group.all_reduce(torch.tensor([len(ids)])))

    def who(self) -> tuple[int, list[int]]:
        """This rank, and every rank's process."""
        return self.group.rank, self.group.all_gather(torch.tensor([os.getpid()]), 0).tolist()

    def note(self, value: int = 0) -> None:
        self.log.append(value)

    def logs(self) -> list[list[int]]:
        logs: list[list[int]] = self.group.all_gather(torch.tensor([self.log]), 0).tolist()
        return logs

    def tick(self, number: int = 0) -> Iterator[int]:
        """A stream for which the ranks do not need each other."""
        yield from range(number)

    def linger(self) -> Iterator[int]:
        """A stream that stays where it is after its first item."""
        yield 0
        time.sleep(60)

    def mark(self) -> list[str]:
        return MARK

    def fail(self, rank: int = -1, how: str = "") -> float:
        if self.group.rank == rank:
            _fail(rank, how)
        return float(self.group.all_reduce(torch.ones(1)))


def _fail(rank: int, how: str) -> None:
    if how in ("late", "silent"):
        _close_connections()
        time.sleep(_PAUSE_S if how == "late" else 60.0)
    if how == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    raise LookupError(f"a mistake of rank {rank}")


def _close_connections() -> None:
    """Hang up on the other ranks, as a process does that is about to fail."""
    for fd in range(3, 256):
        with contextlib.suppress(OSError), socket.socket(fileno=os.dup(fd)) as end:
            if end.family in (socket.AF_INET, socket.AF_INET6):
                end.getpeername()  # an OSError where it only listens
                end.shutdown(socket.SHUT_RDWR)
