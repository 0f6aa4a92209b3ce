"""What a rank says about itself, turned into records: checked, capped, never trusted."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Mapping
from typing import Any

from .records import Place, Raised

_STACK_LINE = re.compile(r'File "([^"]+)", line (\d+) in (\S+)')
_SIGNALS = {
    signal.SIGSEGV: "segmentation fault",
    signal.SIGABRT: "aborted (SIGABRT)",
    signal.SIGXCPU: "out of CPU time",
    signal.SIGKILL: "killed",
    signal.SIGBUS: "bus error",
    signal.SIGFPE: "arithmetic fault (SIGFPE)",
}


def place(said: Any) -> Place | None:
    """`[file, line, function]` as a rank sends it; the source line is added by the grader."""
    if not isinstance(said, list) or len(said) != 3:
        return None
    file, line, function = said
    return Place(str(file)[:200], int(line), function=str(function)[:80])


def raised(said: Mapping[str, Any]) -> Raised:
    trace = [place(step) for step in list(said.get("trace", ()))[-8:]]
    return Raised(
        type=str(said["type"])[:80],
        message=str(said["message"])[:400],
        where=place(said["where"]),
        task=str(said["task"])[:16],
        lines=tuple(str(step) for step in trace if step is not None),
    )


def mapping(said: Any) -> Mapping[str, Any]:
    return said if isinstance(said, dict) else {}


def exit_detail(status: int | None) -> str:
    """A wait status in words."""
    if status is None:
        return ""
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        return _SIGNALS.get(signal.Signals(number), f"signal {number}")
    return f"exit code {os.waitstatus_to_exitcode(status)}"


def stack_place(output: str) -> Place | None:
    """The innermost learner's line in the stack that faulthandler printed last."""
    _, _, stack = output.rpartition("most recent call first")
    for file, line, function in _STACK_LINE.findall(stack):
        if "/course/" in file:
            return Place(file.rpartition("/course/")[2], int(line), function=function)
    return None
