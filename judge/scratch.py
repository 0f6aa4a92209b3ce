"""The folder of one judge below the temporary directory, and the sweeping of those left behind.

A judge that is killed takes nothing away. Its folder is known by a lock that nobody holds any more:
the kernel lets go of it when the last process that had it is gone, whatever its number was.
"""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

from . import processes
from .errors import MachineUnfit

_PREFIX = "judge-"
_LOCK = "lock"
_MARK = b"A folder of the judge, taken away when nobody holds this lock.\n"

try:
    import fcntl
except ImportError:  # there the system's own sweeping must do
    fcntl = None  # type: ignore[assignment]


class Scratch:
    """A new folder, locked until it is closed or this process ends."""

    def __init__(self) -> None:
        try:
            self.directory = Path(tempfile.mkdtemp(prefix=_PREFIX))
            self._lock = _locked(self.directory)
        except OSError as error:
            raise MachineUnfit(f"{error.strerror}.") from error

    def remove(self) -> None:
        """Take the folder away; the second time nothing happens."""
        processes.remove_tree(self.directory)
        lock, self._lock = self._lock, -1
        if lock >= 0:
            os.close(lock)


def _locked(directory: Path) -> int:
    """The lock is there under its name only once it is held: before, nobody takes it for free."""
    path = directory / "new-lock"
    lock = os.open(path, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC | os.O_EXCL, 0o600)
    os.write(lock, _MARK)
    if fcntl:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        path.rename(directory / _LOCK)
    return lock


@contextlib.contextmanager
def readable() -> Iterator[None]:
    """What is written meanwhile can be read by strangers' ranks, who are another user.

    Whatever the user's umask: the folder around it is closed to everybody else.
    """
    before = os.umask(0o022)
    try:
        yield
    finally:
        os.umask(before)


def sweep() -> None:
    """Take away this user's folders whose judge is dead. One without a lock is left alone."""
    with contextlib.suppress(OSError):
        for path in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
            with contextlib.suppress(OSError):
                _sweep(path)


def _sweep(path: Path) -> None:
    found = path.lstat()
    if not (fcntl and stat.S_ISDIR(found.st_mode) and found.st_uid == os.geteuid()):
        return
    lock = os.open(path / _LOCK, os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.read(lock, len(_MARK) + 1) == _MARK:  # else a folder that only has such a name
            processes.remove_tree(path)
    finally:
        os.close(lock)
