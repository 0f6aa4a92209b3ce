"""How chapter 9's RankProcesses is used: as a program would, then looking at what is left behind.

The parts of the class that another task writes are replaced by plain ones where a case can do
without them, so that starting is graded before ending is written.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import tempfile
import time
from typing import Any

from ...wire import described
from .ch09_locks import noticing, standstill
from .ch09_runner import MARK, Runner
from .ch09_starts import NoProcessKeptError, counting_sent_ends, why_not_ready
from .common import outcome, raised

_DEATH_S = 5.0  # how long ranks may take to notice that their driver is gone
_GRACE_S = 0.5  # GRACE_S in these cases

_SCRIPT = """
import {module}
{module}.RankProcesses(print, 1)
"""


# starting


def started(learner: Any, inputs: Any, world: Any) -> dict[str, Any]:
    """New ranks, a few calls, a stream; who the ranks are."""
    size, factor = inputs.params["size"], inputs.params["factor"]
    try:
        ranks = _without_ends(learner)(Runner, size, "fork", (factor,))
    except Exception as error:
        if not (why := why_not_ready(error)):
            raise
        return {"start": described(why)} | _killed()
    number, pids = ranks.call("who")
    found: dict[str, Any] = {
        "the rank that answers": number,
        "processes": len(set(pids) - {os.getpid()}),
        "processes kept": len(ranks._processes),
        "in order of rank": [process.pid for process in ranks._processes] == pids,
        "daemons": all(process.daemon for process in ranks._processes),
        "sum": ranks.call("add", 2),
        "sum of lengths": ranks.call("total_length", list(range(inputs.params["ids"]))),
    }
    for value in inputs.params["notes"]:
        ranks.call("note", value)
    found["logs"] = ranks.call("logs")
    found["stream"] = list(ranks.stream("tick", 4))
    ranks._end()
    return found


def at_once(learner: Any, inputs: Any, world: Any) -> dict[str, Any]:
    """Two engines at the same time."""
    make, size = _without_ends(learner), inputs.params["size"]
    one, other = (make(Runner, size, "fork", (factor,)) for factor in inputs.params["factors"])
    sums = [one.call("add", 1), other.call("add", 1), one.call("add", 2)]
    one._end()
    sums.append(other.call("add", 2))
    other._end()
    return {"sums": sums}


def spawned(learner: Any, inputs: Any, world: Any) -> dict[str, Any]:
    """Ranks that import everything anew; at last a script that every rank imports."""
    MARK[:] = ["set by the driver"]
    with counting_sent_ends() as sent:
        ranks = _without_ends(learner)(Runner, inputs.params["size"], "spawn", (3,))
    found = {
        "pipe ends sent to a rank": len(sent),
        "sum": ranks.call("add", 2),
        "what came from the driver": ranks.call("mark"),
    }
    ranks._end()
    return found | _unguarded(learner, inputs.params["size"])


def _unguarded(learner: Any, size: int) -> dict[str, Any]:
    """The driver is a script that starts its ranks at top level: each rank imports it again."""
    main, script = sys.modules["__main__"], os.path.join(tempfile.gettempdir(), "unguarded.py")
    with open(script, "w") as file:
        file.write(_SCRIPT.format(module=learner.RankProcesses.__module__))
    main.__file__ = script
    try:
        error = _error_of(lambda: _without_ends(learner)(Runner, size, "spawn"))
    finally:
        del main.__file__
    kind = "none" if error is None else type(error).__name__
    named = "__main__" in str(error)
    return {"the error without a main guard": described(kind), "names the main guard": named}


def driver_killed(learner: Any, inputs: Any, world: Any) -> dict[str, Any]:
    """The driver is killed. Linux would end the ranks with it: here they have to notice."""
    ours, theirs = multiprocessing.Pipe()
    driver = multiprocessing.get_context("fork").Process(
        target=_drive_on, args=(learner, inputs.params["size"], ours, theirs)
    )
    driver.start()
    theirs.close()
    pids = ours.recv()
    driver.kill()
    driver.join()
    end = time.monotonic() + _DEATH_S
    while (alive := [pid for pid in pids if _is_alive(pid)]) and time.monotonic() < end:
        time.sleep(0.02)
    for pid in alive:
        os.kill(pid, signal.SIGKILL)
    return {"ranks that live on": len(alive)}


def _drive_on(learner: Any, size: int, ours: Any, theirs: Any) -> None:
    ours.close()
    sys.platform = "another system"  # where the kernel does not help
    ranks = _without_ends(learner)(Runner, size, "fork")
    theirs.send(ranks.call("who")[1])
    time.sleep(60)


def _without_ends(learner: Any) -> Any:
    """RankProcesses with the simplest end, and no search for the cause of a failure."""

    class Ranks(learner.RankProcesses):  # type: ignore[misc]
        def _start(self, *plan: Any) -> None:
            super()._start(*plan)
            if not self._processes:
                raise NoProcessKeptError("_start leaves self._processes empty")

        def _end(self) -> None:
            self._ended = True
            for process in self._processes:
                process.kill()
                process.join()

        def _first_cause(self, failure: Any) -> Any:
            return failure

    return Ranks


# ending


def closed(learner: Any, inputs: Any, world: Any) -> dict[str, Any]:
    """Idle ranks are closed, twice; another child of the driver is none of their business."""
    before = _there()
    bystander = multiprocessing.get_context("fork").Process(target=time.sleep, args=(60,))
    bystander.start()
    ranks = noticing(learner.RankProcesses(Runner, inputs.params["size"], "fork"))
    found = {"sum": ranks.call("add", 1), "close": standstill(ranks.close)}
    if found["close"]:
        return found | _killed()
    found["exit codes"] = [process.exitcode for process in ranks._processes]
    found["pipe ends left open"] = sum(not end.closed for end in ranks._pipes.ours)
    found["another process of the driver"] = described(
        "runs" if bystander.is_alive() else "has ended"
    )
    bystander.kill()
    bystander.join()
    found |= _left(before)
    again = standstill(lambda: found.update(again=outcome(ranks.close)))
    again = again or raised(found.pop("again"))
    return found | {"close, again": again, "a call after": _call_after(ranks)}


def busy(learner: Any, inputs: Any, world: Any) -> dict[str, Any]:
    """Ranks in the middle of a stream are closed."""
    before = _there()
    ranks = noticing(learner.RankProcesses(Runner, inputs.params["size"], "fork"))
    items = ranks.stream("linger")
    found = {"first item": next(items), "close": standstill(ranks.close)}
    if found["close"]:
        return found | _killed()
    found |= _left(before)
    items.close()
    return found | {"a call after": _call_after(ranks)}


def _killed() -> dict[str, Any]:
    """End all children, where close does not; nothing more is found."""
    for child in multiprocessing.active_children():
        child.kill()
        child.join()
    return {}


# failing


def failing(learner: Any, inputs: Any, world: Any) -> dict[str, Any]:
    """One rank fails in a call."""
    rank, how = inputs.params["rank"], inputs.params["how"]
    before = _there()
    _shorten_grace(learner)
    ranks = learner.RankProcesses(Runner, inputs.params["size"], "fork")
    error = _error_of(lambda: ranks.call("fail", rank, how))
    return _told(error, rank) | _left(before) | {"a call after": _call_after(ranks)}


def _error_of(make: Any) -> Exception | None:
    try:
        make()
    except NotImplementedError:
        raise
    except Exception as error:
        return error
    return None


def _told(error: Exception | None, rank: int) -> dict[str, Any]:
    """What the driver is told: type, the rank by its number, whose traceback, and the text."""
    text = f"{error} {' '.join(getattr(error, '__notes__', []))}"
    cause = str(getattr(error, "__cause__", None) or "")
    whose = "of the rank that fails" if "in _fail" in cause else "of another rank"
    return {
        "error": described("none" if error is None else type(error).__name__),
        "names the rank": f"rank {rank}" in text,
        "traceback of the rank": described(whose if cause else "none"),
        "text": {"message": "" if error is None else f"{type(error).__name__}: {error}"[:200]},
    }


def _shorten_grace(learner: Any) -> None:
    learner.chapter("ch09_processes.processes").GRACE_S = _GRACE_S


def _call_after(ranks: Any) -> dict[str, str]:
    found: dict[str, Any] = {}
    stands = standstill(lambda: found.update(error=_error_of(lambda: ranks.call("add", 1))))
    error = found.get("error")
    return stands or described("no error" if error is None else type(error).__name__)


def _there() -> dict[str, set[str]]:
    """What a driver's ranks may leave behind, as it is now."""
    children = _children() | {str(child.pid) for child in multiprocessing.active_children()}
    return {"processes left": children, "directories left": _directories()}


def _left(before: dict[str, set[str]]) -> dict[str, Any]:
    """Whether something is there that was not. How many processes may be chance."""
    return {n: described("some" if now - before[n] else "none") for n, now in _there().items()}


def _directories() -> set[str]:
    return set(os.listdir(tempfile.gettempdir()))


def _children() -> set[str]:
    """Also those that are dead and were not waited for; not Python's own tracker."""
    found: set[str] = set()
    with contextlib.suppress(OSError):
        for thread in os.listdir("/proc/self/task"):
            with open(f"/proc/self/task/{thread}/children") as listed:
                found |= set(listed.read().split())
    return {pid for pid in found if _is_rank(pid)}


def _is_rank(pid: str) -> bool:
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as line:
            return b"resource_tracker" not in line.read()
    except OSError:  # it has ended meanwhile; one that is dead and not waited for can be read
        return False


def _is_alive(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat") as stat:
            return stat.read().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False
