"""A process tree as /proc shows it: who is in it, how much CPU and memory it uses.

Where there is no /proc every answer is empty or zero, and the launcher relies on rlimits alone.
"""

from __future__ import annotations

import contextlib
import os
import signal
from dataclasses import dataclass

_TICK = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True)
class Usage:
    """Sums over a process tree."""

    cpu_s: float
    private_mb: float  # resident and not shared with the process it was forked from
    states: str  # one letter a process: R, S, D, T, Z


def descendants(pid: int) -> list[int]:
    """All living descendants of `pid`, parents before children."""
    found: list[int] = []
    for child in _children(pid):
        found += [child, *descendants(child)]
    return found


def _children(pid: int) -> list[int]:
    children: list[int] = []
    with contextlib.suppress(OSError):
        for thread in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{thread}/children") as listed:
                children += [int(child) for child in listed.read().split()]
    return children


def usage(pid: int) -> Usage:
    """What the descendants of `pid` use, children they have waited for included."""
    cpu, private, states = 0.0, 0.0, ""
    for process in descendants(pid):
        with contextlib.suppress(OSError, IndexError, ValueError):
            with open(f"/proc/{process}/stat") as stat:
                fields = stat.read().rpartition(")")[2].split()
            with open(f"/proc/{process}/statm") as statm:
                _, resident, shared = (int(n) for n in statm.read().split()[:3])
            states += fields[0]
            cpu += sum(int(n) for n in fields[11:15]) / _TICK  # own and waited-for children's
            private += (resident - shared) * _PAGE / 2**20
    return Usage(cpu, private, states)


def kill_tree(pid: int) -> None:
    """SIGKILL every descendant until none is left; new ones forked meanwhile included."""
    for _ in range(100):
        victims = [p for p in descendants(pid) if not _is_zombie(p)]
        if not victims:
            return
        for victim in victims:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(victim, signal.SIGKILL)


def _is_zombie(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat") as stat:
            return stat.read().rpartition(")")[2].split()[0] == "Z"
    except (OSError, IndexError):
        return True
