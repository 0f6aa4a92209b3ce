"""The one warm session of a kernel: started when something is first run, closed with the kernel.

Its template dies with the thread that starts it, so even a killed kernel leaves no process.
"""

from __future__ import annotations

import atexit
from types import TracebackType

from .grade import Session

_kept: list[Lent] = []


class Lent(Session):
    """A session that stays warm at the end of a `with`."""

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Nothing: it is closed with the kernel."""


def session() -> Lent:
    """The kernel's session."""
    if not _kept:
        _kept.append(Lent())
        atexit.register(_kept[0].close)
    return _kept[0]
