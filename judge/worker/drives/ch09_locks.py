"""Locks in the place of RankProcesses' own, which notice a thread that waits for itself.

A driver of one thread that waits for a lock it holds would wait for ever. Here it is told at once,
and so a standstill in `close` can be told from one in a call after it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from ...wire import described


class Standstill(BaseException):
    """A thread waits for a lock that it holds. No Exception: nobody handles it by chance."""


class NoticingLock:
    """A threading.Lock that raises Standstill where one would wait for ever."""

    def __init__(self, name: str) -> None:
        self._lock, self._name, self._owner = threading.Lock(), name, 0

    def acquire(self, blocking: bool = True, timeout: float = -1) -> bool:
        me = threading.get_ident()
        if blocking and timeout < 0 and self._owner == me:
            raise Standstill(f"waits for self.{self._name}, which its own thread holds")
        taken = self._lock.acquire(blocking, timeout)
        if taken:
            self._owner = me
        return taken

    def release(self) -> None:
        self._owner = 0
        self._lock.release()

    def locked(self) -> bool:
        return self._lock.locked()

    def __enter__(self) -> bool:
        return self.acquire()

    def __exit__(self, *_exception: object) -> None:
        self.release()


def noticing(ranks: Any) -> Any:
    """The same ranks, with such locks. Nobody may hold theirs."""
    ranks._lock, ranks._ending = NoticingLock("_lock"), NoticingLock("_ending")
    return ranks


def standstill(call: Callable[[], object]) -> dict[str, str] | None:
    """What a call waits for in vain; None when it comes to its end."""
    try:
        call()
    except Standstill as error:
        return described(str(error))
    return None
