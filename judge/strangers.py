"""A user of their own for the ranks of code that is not trusted (Linux).

A number that owns no file and no process of this machine, and no two groups at a time have the same
one. Root has such numbers to give; anyone else those of /etc/subuid, which newuidmap hands out.
"""

from __future__ import annotations

import errno
import os
import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from . import sandbox

LAYER = "own uid"
_FIRST = 0x70000000  # above what systems give to people, services and containers
_NEEDED = (
    "Strangers' code needs a user of its own, and {why}. Run the command as root, or install "
    "newuidmap (package uidmap) and have a line in /etc/subuid and /etc/subgid"
)
_CLOSED = (
    "Strangers' code runs as another user, and {path} is closed to others. "
    "Open it: chmod -R o+rX {path}"
)


class User(NamedTuple):
    """As the machine knows it."""

    uid: int
    gid: int


def offered() -> User:
    """For the calling process and what it starts. OSError, in words, where there is none to give.

    No other process has its number, and so none has this user as long as it lives.
    """
    process = os.getpid()
    if os.geteuid() == 0:
        return User(_FIRST + process, _FIRST + process)
    return User(*(_subordinate(f"/etc/{kind}", process) for kind in ("subuid", "subgid")))


def _subordinate(path: str, process: int) -> int:
    lines = _lines(path)
    mine = [line.split(":") for line in lines if line.split(":")[0] in _names()]
    for _name, first, count in mine:
        if int(count) > 0:
            return int(first) + process % int(count)
    raise OSError(errno.EPERM, _NEEDED.format(why=f"{path} has none for you to give"))


def _lines(path: str) -> list[str]:
    try:
        return [line for line in Path(path).read_text().splitlines() if line.count(":") == 2]
    except OSError:
        return []


def _names() -> set[str]:
    import pwd  # not on every system

    try:
        return {str(os.geteuid()), pwd.getpwuid(os.geteuid()).pw_name}
    except KeyError:
        return {str(os.geteuid())}


def outside(user: User) -> Callable[[], None]:
    """A process that stays outside, called once the caller is in a user namespace of its own.

    It gives the namespace two users, the caller's and `user`; the caller is then without groups.
    """
    process, owner = os.getpid(), os.geteuid()
    read_end, write_end = os.pipe()
    if (helper := os.fork()) == 0:
        os.close(write_end)
        told = os.read(read_end, 1)  # nothing, if the caller is gone: its number may be another's
        os._exit(0 if told and _map(process, owner, user) else 1)
    os.close(read_end)

    def called() -> None:
        os.write(write_end, b".")
        os.close(write_end)
        if os.waitpid(helper, 0)[1] != 0:
            why = f"user {user.uid} cannot be had from within here"
            raise OSError(errno.EPERM, _NEEDED.format(why=why))
        os.setgroups([])
        os.setresgid(user.gid, user.gid, user.gid)
        os.umask(0o022)
        sandbox.show_memory()  # a change of users hides it

    return called


def _map(process: int, owner: int, user: User) -> bool:
    """By the same numbers inside. No group but the new one: so the old ones can be left."""
    uids, gids = [(owner, 1), (user.uid, 1)], [(user.gid, 1)]
    try:
        if owner == 0:
            Path(f"/proc/{process}/uid_map").write_text(_as_lines(uids))
            Path(f"/proc/{process}/gid_map").write_text(_as_lines(gids))
        else:
            _by_program("newuidmap", process, uids)
            _by_program("newgidmap", process, gids)
    except (OSError, subprocess.SubprocessError):
        return False
    return True


def _as_lines(ids: Iterable[tuple[int, int]]) -> str:
    return "".join(f"{first} {first} {count}\n" for first, count in ids)


def _by_program(name: str, process: int, ids: Iterable[tuple[int, int]]) -> None:
    words = [str(word) for first, count in ids for word in (first, first, count)]
    subprocess.run([name, str(process), *words], check=True, capture_output=True, timeout=10)


def hand_over(user: User, folders: Iterable[str]) -> None:
    """Make folders that belong to the user."""
    for folder in folders:
        os.makedirs(folder, exist_ok=True)
        os.chown(folder, user.uid, user.gid)


def become(user: User, needed: Iterable[str]) -> None:
    """The caller is this user from now on, for good. OSError if it cannot read `needed`.

    What is not there at all is not needed.
    """
    parent, there = os.getppid(), [path for path in needed if os.path.lexists(path)]
    os.setresuid(user.uid, user.uid, user.uid)
    sandbox.die_with_parent(parent)  # a change of users forgets it
    for path in there:
        if not os.access(path, os.R_OK):
            raise OSError(errno.EACCES, _CLOSED.format(path=path))
