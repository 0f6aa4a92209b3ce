"""Landlock: which files a process may read and write, whatever its user may (Linux 5.13 and later).

Also no TCP unless asked for (from ABI 4), and no signals and abstract sockets beyond the process
and what it starts (from ABI 6). Nothing that is not named can be opened; what is open stays open.
It needs no privilege and cannot be undone. Made by system calls alone, as libc has none for it.
"""

from __future__ import annotations

import ctypes
import errno
import os
import stat
import struct
import sys
from collections.abc import Iterable

TRUNCATES = 3  # the first ABI that stops truncate() of a file that may not be written
_CREATE, _ADD, _RESTRICT = 444, 445, 446
_ASK_VERSION, _BENEATH = 1, 1
_PR_SET_NO_NEW_PRIVS = 38

_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
_MAKE_CHAR, _MAKE_BLOCK = 1 << 6, 1 << 11
_TRUNCATE, _IOCTL = 1 << 14, 1 << 15
_OF_A_FILE = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE | _IOCTL
_READ = _EXECUTE | _READ_FILE | _READ_DIR
_NUM_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15}  # by ABI; 16 from ABI 5 on
_TCP = 1 << 0 | 1 << 1  # bind, connect
_SIGNALS_AND_ABSTRACT_SOCKETS = 1 << 0 | 1 << 1

_libc = ctypes.CDLL(None, use_errno=True)


def abi() -> int:
    """The kernel's version of Landlock. Raises OSError where there is none."""
    if sys.platform != "linux":
        raise OSError(errno.ENOSYS, "Landlock is part of Linux")
    return _call(_CREATE, None, 0, _ASK_VERSION)


def restrict(reads: Iterable[str], writes: Iterable[str], lists: Iterable[str], net: bool) -> None:
    """Leave this process `reads` to read and execute, `writes` for everything, for good.

    Of `lists`, directories, only the names in them can be seen. Paths that do not exist are left
    out. Raises OSError where the kernel refuses.
    """
    version = abi()
    rights = (1 << _NUM_RIGHTS.get(version, 16)) - 1
    ruleset = _create(version, rights, net)
    for path in reads:
        _allow(ruleset, path, _READ & rights)
    for path in writes:
        _allow(ruleset, path, rights & ~_MAKE_CHAR & ~_MAKE_BLOCK)
    for path in lists:
        _allow(ruleset, path, _READ_DIR)
    _libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    _call(_RESTRICT, ruleset, 0)
    os.close(ruleset)


def _create(version: int, rights: int, net: bool) -> int:
    tcp = _TCP if version >= 4 and not net else 0
    scoped = _SIGNALS_AND_ABSTRACT_SOCKETS if version >= 6 else 0
    size = 24 if version >= 6 else 16 if version >= 4 else 8
    return _call(_CREATE, struct.pack("QQQ", rights, tcp, scoped)[:size], size, 0)


def _allow(ruleset: int, path: str, rights: int) -> None:
    try:
        fd = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        if not stat.S_ISDIR(os.fstat(fd).st_mode):
            rights &= _OF_A_FILE
        if rights:
            _call(_ADD, ruleset, _BENEATH, struct.pack("=Qi", rights, fd), 0)
    finally:
        os.close(fd)


def _call(number: int, *arguments: int | bytes | None) -> int:
    longs = [ctypes.c_long(a) if isinstance(a, int) else a for a in arguments]
    result: int = _libc.syscall(ctypes.c_long(number), *longs)
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result
