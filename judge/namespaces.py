"""Namespaces: a rank group has processes, a network and a file tree of its own (Linux).

`enter` cuts the caller off; its next child, the first process of the new tree, calls `furnish`,
which leaves nothing of the file tree but what is named. When that child dies, all that it and its
descendants have started dies with it. No privilege is needed where the system lets users do this.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import fcntl
import os
import platform
import socket
import struct
import sys
from collections.abc import Iterable
from pathlib import Path

from . import strangers
from .allowed import DEVICES

_NEW_MOUNTS, _NEW_IPC, _NEW_USER = 0x20000, 0x8000000, 0x10000000
_NEW_PIDS, _NEW_NETWORK = 0x20000000, 0x40000000
_NO_SUID, _NO_DEVICES, _NO_PROGRAMS = 2, 4, 8
_REMOUNT = 32
_BIND, _WITH_ALL_BELOW, _PRIVATE = 4096, 16384, 1 << 18
_DETACH = 2
_MOUNT_SETATTR, _HERE, _ALL_BELOW, _NOT_WRITABLE = 442, -100, 0x8000, 1
_PIVOT_ROOT = {"x86_64": 155, "aarch64": 41}
_CAPABILITIES_3 = 0x20080522
_SCRATCH = "mode=755,size=256m"
_GET_FLAGS, _SET_FLAGS, _UP = 0x8913, 0x8914, 1

_libc = ctypes.CDLL(None, use_errno=True)


def enter(user: strangers.User | None = None) -> None:
    """The caller's next child gets namespaces of its own. Raises OSError where that is forbidden.

    There are no users in it but the caller's own, and `user`. The caller must have one thread and
    must not have hidden its memory yet.
    """
    if sys.platform != "linux":
        raise OSError(errno.ENOSYS, "namespaces are part of Linux")
    uid, gid = os.geteuid(), os.getegid()
    add_user = strangers.outside(user) if user else None
    _call("unshare", _NEW_USER | _NEW_PIDS | _NEW_NETWORK | _NEW_IPC)
    if add_user:
        add_user()
        return
    _write("/proc/self/setgroups", "deny")
    _write("/proc/self/uid_map", f"{uid} {uid} 1")
    _write("/proc/self/gid_map", f"{gid} {gid} 1")


def furnish(
    root: Path, reads: Iterable[str], writes: Iterable[str], shm_mb: int, new: str = ""
) -> None:
    """Leave this process `reads`, `writes`, a /proc and a /dev/shm of its own, at their old names.

    `root` is an empty directory; `new`, if any, becomes one, in memory. Raises OSError where the
    system refuses.
    """
    _call("unshare", _NEW_MOUNTS)
    _mount(None, "/", None, _WITH_ALL_BELOW | _PRIVATE)
    top = str(root)
    _mount("tmpfs", top, "tmpfs", _NO_SUID | _NO_DEVICES, "mode=755,size=1m")
    for path in reads:
        _bind(path, top, writable=False)
    for path in dict.fromkeys((*writes, *DEVICES)):
        _bind(path, top, writable=True)
    mounts = [("proc", None), ("dev/shm", f"mode=1777,size={shm_mb}m")]
    for name, options in [*mounts, *([(new, _SCRATCH)] if new else [])]:
        os.makedirs(f"{top}/{name}", exist_ok=True)
        kind = "tmpfs" if options else "proc"
        _mount(kind, f"{top}/{name}", kind, _NO_SUID | _NO_DEVICES | _NO_PROGRAMS, options)
    _hide_others(f"{top}/proc")
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        os.symlink(f"/proc/self/fd/{number}", f"{top}/dev/{name}")
    os.symlink("/proc/self/fd", f"{top}/dev/fd")
    _set_read_only(top, 0)
    _make_root(top)


def _hide_others(proc: str) -> None:
    """In /proc only what the reader could trace: by numbers there, ranks could talk to each other.

    Kernels before Linux 5.8 cannot.
    """
    with contextlib.suppress(OSError):
        _mount("proc", proc, "proc", _REMOUNT | _NO_SUID | _NO_DEVICES | _NO_PROGRAMS, "hidepid=4")


def raise_loopback() -> None:
    """Bring `lo` up, the only interface there is."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        asked = struct.pack("16sh22x", b"lo", 0)
        flags = struct.unpack("16sh22x", fcntl.ioctl(sock, _GET_FLAGS, asked))[1]
        fcntl.ioctl(sock, _SET_FLAGS, struct.pack("16sh22x", b"lo", flags | _UP))


def drop_capabilities() -> None:
    """Root, or the owner of a user namespace, becomes a user like any other."""
    if sys.platform == "linux":
        header = struct.pack("Ii", _CAPABILITIES_3, 0)
        _call("capset", header, bytes(24))


def _bind(path: str, top: str, writable: bool) -> None:
    """Show what lies at `path` below `top` at the same place; what does not exist is left out."""
    target = top + path
    if not os.path.exists(path):
        return
    os.makedirs(os.path.dirname(target), exist_ok=True)
    if os.path.islink(path):  # what it points to is named too
        os.symlink(os.readlink(path), target)
        return
    if os.path.isdir(path):
        os.makedirs(target, exist_ok=True)
    else:
        os.close(os.open(target, os.O_CREAT | os.O_WRONLY | os.O_CLOEXEC, 0o644))
    _mount(path, target, None, _BIND | _WITH_ALL_BELOW)
    if not writable:
        _set_read_only(target, _ALL_BELOW)


def _set_read_only(target: str, below: int) -> None:
    """By the newer call: it adds to the flags of a mount, whichever it has."""
    attributes = struct.pack("QQQQ", _NOT_WRITABLE, 0, 0, 0)
    _call("syscall", _MOUNT_SETATTR, _HERE, os.fsencode(target), below, attributes, len(attributes))


def _make_root(top: str) -> None:
    number = _PIVOT_ROOT.get(platform.machine())
    if number is None:
        raise OSError(errno.ENOSYS, f"not known for {platform.machine()} machines")
    os.chdir(top)
    _call("syscall", number, b".", b".")  # the old root now lies on top of the new one
    _call("umount2", b".", _DETACH)
    os.chdir("/")


def _mount(
    source: str | None, target: str, kind: str | None, flags: int, options: str | None = None
) -> None:
    texts = (source, target, kind, options)
    first, second, third, last = (None if t is None else os.fsencode(t) for t in texts)
    _call("mount", first, second, third, flags, last, what=f"mount at {target}")


def _call(name: str, *arguments: int | bytes | None, what: str = "") -> None:
    longs = [ctypes.c_long(a) if isinstance(a, int) else a for a in arguments]
    if getattr(_libc, name)(*longs) != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what or name}: {os.strerror(number)}")


def _write(path: str, text: str) -> None:
    with open(path, "w") as file:
        file.write(text)
