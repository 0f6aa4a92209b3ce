"""A process tree as /proc shows it: who is in it, how much CPU and memory it uses, and its end.

Where there is no /proc every answer is empty or zero, and the judge relies on rlimits alone.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

_TICK = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")
_KILLING_S = 2.0  # for how long processes that fork faster than they are found are chased


@dataclass(frozen=True)
class Usage:
    """Sums over a process and all that descends from it."""

    cpu_s: float
    private_mb: float  # resident and not backed by a file
    num_processes: int
    wants_cpu: bool  # a process runs or could: on a loaded machine that may give it nothing


def descendants(pid: int) -> list[int]:
    """All living descendants of `pid`, parents before children."""
    found = children(pid)
    for process in found:  # grows while it is walked: a chain of forks may be deep
        found += children(process)
    return found


def children(pid: int) -> list[int]:
    """The living and the unwaited-for children of `pid`, of all its threads."""
    found: list[int] = []
    with contextlib.suppress(OSError):
        for thread in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{thread}/children") as listed:
                found += [int(child) for child in listed.read().split()]
    return found


def number_inside(pid: int) -> int:
    """The number of `pid` in the innermost namespace it lives in; 0 when it is gone."""
    with contextlib.suppress(OSError), open(f"/proc/{pid}/status") as status:
        for line in status:
            if line.startswith("NSpid:"):
                return int(line.split()[-1])
    return 0


def usage(pid: int) -> Usage:
    """What `pid` and its descendants use now, children they have waited for included."""
    cpu, private, num_processes, wants_cpu = 0.0, 0.0, 0, False
    for process in [pid, *descendants(pid)]:
        with contextlib.suppress(OSError, IndexError, ValueError):
            fields = _stat(process)
            cpu += sum(int(n) for n in fields[11:15]) / _TICK  # own and waited-for children's
            private += private_mb(process)
            num_processes += 1
            wants_cpu |= fields[0] in "RD"
    return Usage(cpu, private, num_processes, wants_cpu)


def private_mb(pid: int) -> float:
    """Resident memory of this process alone that no file backs; 0 when it is gone."""
    with contextlib.suppress(OSError, ValueError), open(f"/proc/{pid}/statm") as statm:
        _, resident, shared = (int(n) for n in statm.read().split()[:3])
        return (resident - shared) * _PAGE / 2**20
    return 0.0


def anonymous_mb(pid: int) -> float:
    """Memory of `pid` and its descendants that no file backs, shared pages counted once.

    `usage` counts the pages that a fork shares with its parent for both, and not those of /dev/shm.
    This takes milliseconds for each process, so ask only when there is a suspicion.
    """
    return sum(_anonymous_kb(process) for process in [pid, *descendants(pid)]) / 1024


def _anonymous_kb(pid: int) -> float:
    try:
        with open(f"/proc/{pid}/smaps_rollup") as rollup:
            rows = [line.split() for line in rollup]
        return sum(int(row[1]) for row in rows if row[0] in ("Pss_Anon:", "Pss_Shmem:"))
    except OSError:  # gone, or hidden by its own wish: then by what it has to itself
        return private_mb(pid) * 1024


def remove_tree(directory: Path) -> None:
    """Whatever lies below it: `rm` goes down as far as directories do, and needs no recursion."""
    with contextlib.suppress(RecursionError):
        shutil.rmtree(directory, ignore_errors=True)
    for tool in (["chmod", "-R", "u+rwx"], ["rm", "-rf"]):
        if directory.exists():
            with contextlib.suppress(OSError):
                subprocess.run([*tool, "--", str(directory)], stderr=subprocess.DEVNULL)


def kill_tree(pid: int) -> None:
    """SIGKILL every descendant until none is left; new ones forked meanwhile included."""
    end = time.monotonic() + _KILLING_S
    while victims := [p for p in descendants(pid) if not _is_zombie(p)]:
        kill(victims)
        if time.monotonic() > end:
            return


def kill(pids: Iterable[int]) -> None:
    """SIGKILL those that are there and may be killed."""
    for pid in pids:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(pid, signal.SIGKILL)


def marked(text: str) -> list[int]:
    """Processes whose command line or first environment holds `text`: also those that got away."""
    mark, found = os.fsencode(text), []
    with contextlib.suppress(OSError):
        for pid in (int(name) for name in os.listdir("/proc") if name.isdigit()):
            if pid != os.getpid() and any(mark in _read(f"/proc/{pid}/{f}") for f in _TEXTS):
                found.append(pid)
    return found


_TEXTS = ("cmdline", "environ")


def _read(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return b""


def _stat(pid: int) -> list[str]:
    """The fields after the name, which may hold anything; the first is the state."""
    with open(f"/proc/{pid}/stat") as stat:
        return stat.read().rpartition(")")[2].split()


def _is_zombie(pid: int) -> bool:
    try:
        return _stat(pid)[0] in "ZX"
    except (OSError, IndexError):
        return True
