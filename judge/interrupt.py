"""Ctrl-C that cannot get lost.

Python drops an exception that a signal handler raises inside some callbacks ("Exception ignored
in …"), and with it the wish to stop. Here it is also remembered, and the event loop looks at it.
"""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator
from types import FrameType

_ORDINARY = (signal.SIG_DFL, signal.default_int_handler)  # anything else was put there on purpose

_asked = threading.Event()


def install() -> None:
    """Make Ctrl-C, a polite kill and a closed terminal end a grading, with what is finished."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) in _ORDINARY:
            signal.signal(number, _stop)


@contextlib.contextmanager
def heeded() -> Iterator[None]:
    """The same for Ctrl-C while something runs inside a program that lives on, as a kernel does."""
    if threading.current_thread() is not threading.main_thread():  # no signal comes here
        yield
        return
    before = signal.signal(signal.SIGINT, _stop)
    try:
        yield
    finally:
        _asked.clear()
        signal.signal(signal.SIGINT, before)


def check() -> None:
    """Raise KeyboardInterrupt if the user has asked to stop."""
    if _asked.is_set():
        raise KeyboardInterrupt


def _stop(_number: int, _frame: FrameType | None) -> None:
    _asked.set()
    raise KeyboardInterrupt
