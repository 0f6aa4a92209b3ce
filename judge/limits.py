"""Watches what a rank group uses during one case: CPU, silence, memory, processes, disk, time.

The clock starts with the case, not with the process. CPU and memory are sums over the whole tree.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import time
from pathlib import Path

from . import processes
from .i18n import _
from .records import Limits, Verdict

TICK_S = 0.05  # how often limits are looked at
MAX_PROCESSES = 200
MAX_DISK = 1 << 30  # bytes written below the scratch directory

Exceeded = tuple[Verdict, str]  # and a sentence, where the verdict does not say it all


class Watch:
    """The use of one cell: the process `cell` and all that descends from it.

    `idle_mb` is the memory that each of its processes shares with the template from birth.
    """

    def __init__(self, limits: Limits, scratch: Path, idle_mb: float) -> None:
        self._limits, self._scratch, self._idle_mb = limits, scratch, idle_mb
        self._last_cpu: float | None = None
        self._spent, self._quiet = 0.0, 0.0
        self._began = self._busy = self._looked = time.monotonic()
        self._before = self._began
        self._next = self._began + TICK_S
        self._free = _free_bytes(scratch)

    @property
    def age_s(self) -> float:
        return time.monotonic() - self._began

    def heard(self) -> None:
        """A rank said something: it is not idle."""
        self._busy = time.monotonic()

    def exceeded(self, cell: int) -> Exceeded | None:
        """What is over its limit; looked at every tick, whatever the number of calls."""
        if time.monotonic() < self._next:
            return None
        self._looked = time.monotonic()  # to look at many processes takes a while
        self._next = self._looked + TICK_S
        used = processes.usage(cell)
        self._note(used)
        return self._over(used, cell) or self._too_long() or self._disk()

    def _note(self, used: processes.Usage) -> None:
        if self._last_cpu is None:
            self._last_cpu = used.cpu_s
        more = used.cpu_s - self._last_cpu  # negative when a process took its count with it
        self._last_cpu = used.cpu_s
        self._spent += max(0.0, more)
        if more > 0.015 or used.wants_cpu:
            self._busy = time.monotonic()
        else:  # a judge that gets no CPU itself looks seldom: that is not the ranks' waiting
            self._quiet += min(self._looked - self._before, 2 * TICK_S)
        self._before = self._looked

    def _over(self, used: processes.Usage, cell: int) -> Exceeded | None:
        if self._spent > self._limits.cpu_s:
            used_up = _("The code used more than {s:.0f} s of CPU time.")
            loop = _("Is there a loop without end?")
            return Verdict.TIME_LIMIT, f"{used_up.format(s=self._limits.cpu_s)} {loop}"
        most = self._limits.memory_mb
        suspicious = used.private_mb - used.num_processes * self._idle_mb > most
        if suspicious and processes.anonymous_mb(cell) > most:
            return Verdict.MEMORY_LIMIT, ""
        if used.num_processes > MAX_PROCESSES:
            sentence = _("The code started more than {n} processes.").format(n=MAX_PROCESSES)
            return Verdict.MEMORY_LIMIT, sentence
        return None

    def _too_long(self) -> Exceeded | None:
        """Silence; or a trickle of work, never silent for long, that waits most of the time.

        Time in which a rank wanted CPU and got none does not count as waiting.
        """
        now, most = self._looked, 6 * (self._limits.cpu_s + self._limits.idle_s)
        if now - self._busy > self._limits.idle_s:
            sentence = _("For {s:.0f} s the code neither computed nor communicated: it waits.")
            return Verdict.IDLE_LIMIT, sentence.format(s=self._limits.idle_s)
        if self._quiet > 3 * self._limits.idle_s or now - self._began > most:
            sentence = _("The code was still at it after {s:.0f} s, and waited most of that time.")
            return Verdict.IDLE_LIMIT, sentence.format(s=now - self._began)
        return None

    def _disk(self) -> Exceeded | None:
        """A scratch directory is measured only when the disk has lost as much since the start."""
        if self._free - _free_bytes(self._scratch) < MAX_DISK or _size(self._scratch) < MAX_DISK:
            return None
        sentence = _("The code wrote more than {n} MiB to disk.").format(n=MAX_DISK >> 20)
        return Verdict.OUTPUT_LIMIT, sentence


def _free_bytes(path: Path) -> int:
    try:
        return shutil.disk_usage(path if path.exists() else path.parent).free
    except OSError:
        return 0


def _size(directory: Path) -> int:
    total, folders = 0, [str(directory)]
    for folder in folders:  # grows while it is walked
        with contextlib.suppress(OSError), os.scandir(folder) as entries:
            for entry in entries:
                total += entry.stat(follow_symlinks=False).st_blocks * 512
                if entry.is_dir(follow_symlinks=False):
                    folders.append(entry.path)
    return total
