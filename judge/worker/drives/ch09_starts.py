"""What can be said of chapter 9's ranks while they start: why they do not, and what is sent."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from multiprocessing.connection import Connection
from multiprocessing.reduction import ForkingPickler
from typing import Any
from unittest import mock


class NoProcessKeptError(Exception):
    """Nobody could be heard: the driver would wait for ever."""


def why_not_ready(error: Exception) -> str:
    """What the ranks say, without the name of their directory; empty for another error."""
    if isinstance(error, NoProcessKeptError):
        return str(error)
    told = error.__cause__ if type(error.__cause__).__name__ == "RankTraceback" else ""
    return re.sub(r"/[^/\s]\S*", "…", str(told).strip().rpartition("\n")[2])


@contextlib.contextmanager
def counting_sent_ends() -> Iterator[list[Any]]:
    """The pipe ends that are pickled meanwhile."""
    sent: list[Any] = []

    def reduce(end: Connection) -> Any:
        sent.append(end)
        return reducers[Connection](end)

    reducers: dict[Any, Any] = dict(ForkingPickler._extra_reducers)  # type: ignore[attr-defined]
    with mock.patch.dict(ForkingPickler._extra_reducers, {Connection: reduce}):  # type: ignore[attr-defined]
        yield sent
