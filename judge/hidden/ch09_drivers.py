"""Chapter 9, the processes: what a driver and its ranks must do.

The judge has one rank, which is the driver; its ranks are real processes on real gloo.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from ..i18n import _
from ..records import Case, Check, Finding, GroupRun, Inputs, Verdict
from ..telling import saying
from ..wire import described
from .common import Expected, outputs

Rng = np.random.Generator
Make = Callable[[Rng, int], Inputs]
Oracle = Callable[[Inputs], dict[str, Any]]


def _sum(size: int) -> int:
    """1 + 2 + … + size: what the ranks' numbers, counted from 1, add up to."""
    return size * (size + 1) // 2


def _clean() -> dict[str, Any]:
    return {"processes left": described("none"), "directories left": described("none")}


def _started(rng: Rng, tp: int) -> Inputs:
    notes = [int(n) for n in rng.integers(1, 100, 6)]
    notes[3] = notes[2]  # two equal calls back to back
    return Inputs({"size": tp, "factor": int(rng.integers(2, 9)), "ids": 400_000, "notes": notes})


def _started_expected(inputs: Inputs) -> dict[str, Any]:
    params, size = inputs.params, inputs.params["size"]
    return {
        "start": None,
        "processes": size,
        "processes kept": size,
        "in order of rank": True,
        "daemons": True,
        "the rank that answers": 0,
        "sum": float(2 * params["factor"] * _sum(size)),
        "sum of lengths": size * params["ids"],
        "logs": [params["notes"]] * size,
        "stream": [0, 1, 2, 3],
    }


def _two(rng: Rng, tp: int) -> Inputs:
    factors = [int(n) for n in rng.choice(90, 2, replace=False) + 1]
    return Inputs({"size": tp, "factors": factors})


def _two_expected(inputs: Inputs) -> dict[str, Any]:
    one, other = inputs.params["factors"]
    each = _sum(inputs.params["size"])
    return {"sums": [float(n * each) for n in (one, other, 2 * one, 2 * other)]}


def _sized(_: Rng, tp: int) -> Inputs:
    return Inputs({"size": tp})


def _spawned_expected(inputs: Inputs) -> dict[str, Any]:
    return {
        "sum": float(6 * _sum(inputs.params["size"])),
        "what came from the driver": [],
        "the error without a main guard": described("RuntimeError"),
        "names the main guard": True,
        "pipe ends sent to a rank": 2,
    }


def _killed_expected(_: Inputs) -> dict[str, Any]:
    return {"ranks that live on": 0}


def _closed_expected(inputs: Inputs) -> dict[str, Any]:
    size = inputs.params["size"]
    return {
        "sum": float(_sum(size)),
        "close": None,
        **_clean(),
        "exit codes": [0] * size,
        "pipe ends left open": 0,
        "another process of the driver": described("runs"),
        "close, again": None,
        "a call after": described("RankError"),
    }


def _busy_expected(_: Inputs) -> dict[str, Any]:
    return {"first item": 0, "close": None, **_clean(), "a call after": described("RankError")}


def _failing(how: str, highest: bool = False) -> Make:
    """Some rank fails; `highest`: one that is polled after its peers."""

    def make(rng: Rng, tp: int) -> Inputs:
        rank = tp - 1 if highest else int(rng.integers(tp))
        return Inputs({"size": tp, "rank": rank, "how": how})

    return make


def _failing_expected(inputs: Inputs) -> dict[str, Any]:
    own = {"raise": "LookupError", "late": "LookupError"}
    error = own.get(inputs.params["how"], "RankError")
    traced = inputs.params["how"] != "kill"
    return {
        "error": described(error),
        "names the rank": True,
        "traceback of the rank": described("of the rank that fails" if traced else "none"),
        **_clean(),
        "a call after": described("RankError"),
    }


def _silent_expected(__: Inputs) -> dict[str, Any]:
    """Which peer is heard first, and in which words, is gloo's: no more than that it ends."""
    return {**_clean(), "a call after": described("RankError")}


def _check(oracle: Oracle) -> Check:
    def expected(inputs: Inputs, __: int) -> list[Expected]:
        return [oracle(inputs)]

    return saying(_worded(outputs(expected)), _what)


_LEFT_BEHIND = ("processes left", "directories left", "pipe ends left", "ranks that live")
_IN_WORDS = {  # what it means that one of these is not as expected
    "processes left": _("Processes stay behind."),
    "directories left": _("A temporary directory stays behind."),
    "ranks that live on": _("Ranks live on when their driver is gone."),
    "pipe ends left open": _("The driver's ends of the pipes stay open."),
    "start": _("The ranks do not come to be ready."),
    "pipe ends sent to a rank": _(
        "Under spawn a rank is to be sent its connection and the lifeline, and no other pipe end."
    ),
    "in order of rank": _("The processes are not kept in the order of their ranks."),
    "daemons": _("The processes are no daemons: they would outlive the driver."),
    "what came from the driver": _("A rank knows what the driver has set: it was not spawned."),
    "the error without a main guard": _("Without a main guard another error is raised."),
    "exit codes": _("The ranks do not end with exit code 0."),
    "another process of the driver": _("Closing ends other processes of the driver as well."),
    "close": _("Closing does not come to its end."),
    "close, again": _("Closing a second time raises an error."),
    "error": _("What the call raises is not what it should be."),
    "names the rank": _("The error does not name the rank that failed: its number is missing."),
    "traceback of the rank": _(
        "The failed rank's own traceback is not what the error's cause shows."
    ),
    "a call after": _("A call after that ends in another way than it should."),
}


def _worded(check: Check) -> Check:
    """The same findings; what is left behind is no wrong answer."""

    def checked(inputs: Inputs, run: GroupRun) -> Finding | None:
        finding = check(inputs, run)
        if finding is None:
            return None
        left = finding.message.startswith(_LEFT_BEHIND)
        verdict = Verdict.CONTRACT_VIOLATION if left else finding.verdict
        named = (s for name, s in _IN_WORDS.items() if finding.message.startswith(f"{name} is"))
        said = next(named, "")
        message = said or finding.message
        text = run.ranks[0].values.get("text", {}).get("message")
        if text and not left:
            message += "\n" + _("The call raised {text}").format(text=text)
        return replace(finding, message=message, verdict=verdict)

    return checked


def _what(inputs: Inputs) -> str:
    size, rank = inputs.params["size"], inputs.params.get("rank")
    ranks = f"{size} rank{'' if size == 1 else 's'}"
    if rank is None:
        return f"RankProcesses with {ranks}"
    ways = {
        "raise": "raises a LookupError",
        "late": "loses its connections, and 0.2 s later raises a LookupError",
        "silent": "loses its connections and says nothing more",
        "kill": "is killed by SIGKILL",
    }
    return f"RankProcesses with {ranks}, of which rank {rank} {ways[inputs.params['how']]}"


def _case(
    name: str, task: int, title: str, drive: str, make: Make, oracle: Oracle, tp: tuple[int, ...],
    visible: bool = False,
) -> Case:  # fmt: skip
    return Case(name, f"ch09.{task}", title, drive, make, _check(oracle), tp, visible,
                alone=True, real=True)  # fmt: skip


DRIVER_CASES = (
    _case("start", 4, "starting ranks", "started", _started, _started_expected, (1, 2, 3), True),
    _case("two-engines", 4, "two engines at once", "at_once", _two, _two_expected, (2,)),
    _case("spawn", 4, "start by spawn, with a main guard and without", "spawned", _sized,
          _spawned_expected, (1,)),
    _case("driver-killed", 4, "start, then the driver is killed", "driver_killed", _sized,
          _killed_expected, (2,)),
    _case("close", 5, "close", "closed", _sized, _closed_expected, (1, 2), True),
    _case("close-busy", 5, "close in the middle of a stream", "busy", _sized, _busy_expected,
          (2,)),
    _case("fails", 6, "a rank raises", "failing", _failing("raise"), _failing_expected, (2, 3),
          True),
    _case("fails-late", 6, "a rank raises after its peers have noticed", "failing",
          _failing("late", highest=True), _failing_expected, (2, 3)),
    _case("fails-killed", 6, "a rank is killed", "failing", _failing("kill"), _failing_expected,
          (3,)),
    _case("fails-silent", 6, "a rank hangs without connections", "failing",
          _failing("silent", highest=True), _silent_expected, (2,)),
)  # fmt: skip
