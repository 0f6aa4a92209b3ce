"""How much of the machine other processes took meanwhile.

The kernel counts the time that all cores have worked (/proc/stat), and the time of each process.
What this process and its descendants did not use, others did.
"""

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

Value = TypeVar("Value")
TICK = os.sysconf("SC_CLK_TCK")
QUIET = 0.1  # cores; a turn that others disturb by more is taken again
TRIES = 3
PAUSE_S = 1.0


def worked() -> float:
    """Seconds that all cores together have worked since the machine started."""
    user, nice, system, _, _, irq, soft, steal, *_ = map(int, fields("/proc/stat")[1:])
    return (user + nice + system + irq + soft + steal) / TICK


def fields(path: str) -> list[str]:
    return Path(path).read_text().split("\n", 1)[0].split()


def family_worked() -> float:
    """Seconds of this process and its descendants, ended ones included once they are waited for."""
    parents, seconds = {}, {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            values = path.read_text().rpartition(")")[2].split()
        except OSError:  # it has just ended
            continue
        pid = int(path.parent.name)
        parents[pid], seconds[pid] = int(values[1]), sum(map(int, values[11:15])) / TICK
    return sum(each for pid, each in seconds.items() if descends(pid, parents))


def descends(pid: int, parents: dict[int, int]) -> bool:
    while pid and pid != os.getpid():
        pid = parents.get(pid, 0)
    return pid != 0


def undisturbed(turn: Callable[[], Value]) -> tuple[Value, float]:
    """What a turn returns, and how many cores others used meanwhile, 0.0 where nobody can tell.

    Taken again, up to TRIES times, while others use more than QUIET; the least disturbed counts.
    """
    results = [watched(turn)]
    while results[-1][1] > QUIET and len(results) < TRIES:
        time.sleep(PAUSE_S)
        results.append(watched(turn))
    return min(results, key=lambda result: result[1])


def watched(turn: Callable[[], Value]) -> tuple[Value, float]:
    if not Path("/proc/stat").exists():
        return turn(), 0.0
    begun, others = time.monotonic(), worked() - family_worked()
    value = turn()
    others = worked() - family_worked() - others
    return value, max(0.0, others) / (time.monotonic() - begun)
