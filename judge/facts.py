"""What a rank says about itself, turned into records: checked, capped, never trusted.

Whatever has another form raises TypeError, ValueError, KeyError or AttributeError.
"""

from __future__ import annotations

import os
import re
import signal
import zlib
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from .collectives import Call
from .records import Collective, Place, Raised
from .wire import Array

Locate: TypeAlias = Callable[[Place | None], Place | None]  # adds the line's text

_STACK = re.compile(
    r"^(Stack|Current thread|Thread) .*most recent call first\):\n(  (File .*|\.\.\.)\n)*"
    r"|^(Fatal Python error|Extension modules): .*\n*",
    re.MULTILINE,
)
_MOST_LINES = 10**7
_LONGEST = 100_000  # characters of a text
_STACK_HEAD = "most recent call first"
_STACK_LINE = re.compile(r'File "([^"]+)", line (\d+) in (\S+)')
_SIGNALS: Mapping[int, str] = {
    signal.SIGSEGV: "segmentation fault",
    signal.SIGABRT: "aborted (SIGABRT)",
    signal.SIGXCPU: "out of CPU time",
    signal.SIGKILL: "killed",
    signal.SIGBUS: "bus error",
    signal.SIGFPE: "arithmetic fault (SIGFPE)",
}


@dataclass(frozen=True)
class Loading:
    """What came of importing the learner's files."""

    missing: tuple[str, ...] = ()  # sentences
    raised: Raised | None = None


@dataclass(frozen=True)
class Ending:
    """How a case ended on one rank."""

    kind: str  # returned | raised
    values: Mapping[str, Any]
    arrays: Mapping[str, Array]
    raised: Raised | None
    violations: tuple[str, ...]
    where: Place | None


def loading(said: Mapping[str, Any], locate: Locate) -> Loading:
    if said["kind"] == "unloadable":
        return Loading(raised=raised(said["raised"], locate))
    return Loading(missing=_sentences(said["missing"]))


def ending(said: Mapping[str, Any], arrays: Mapping[str, Array], locate: Locate) -> Ending:
    failed = said["kind"] == "raised"
    return Ending(
        kind=said["kind"],
        values={} if failed else _mapping(said["values"]),
        arrays=arrays,
        raised=raised(said["raised"], locate) if failed else None,
        violations=_sentences(said["violations"]),
        where=locate(place(said["where"])),
    )


def place(said: Any) -> Place | None:
    """`[file, line, function]` as a rank sends it."""
    if not isinstance(said, list) or len(said) != 3:
        return None
    file, line, function = said
    if not 0 <= int(line) <= _MOST_LINES:
        return None
    return Place(_text(file, 200), int(line), function=_text(function, 80))


def raised(said: Mapping[str, Any], locate: Locate) -> Raised:
    trace = [locate(place(step)) for step in list(said["trace"])[-8:]]
    return Raised(
        type=_text(said["type"], 80),
        message=_text(said["message"], 400),
        where=locate(place(said["where"])),
        task=_text(said["task"], 16),
        trace=tuple(step for step in trace if step is not None),
    )


def call(
    rank: int, number: int, said: Mapping[str, Any], arrays: Mapping[str, Array], locate: Locate
) -> Call:
    """What a rank says it calls, as its collective `number` of the case."""
    what = Collective(
        op=_text(said["op"], 20),
        group=tuple(int(r) for r in said["group"]),
        shape=tuple(int(n) for n in said["shape"]),
        dtype=_text(said["dtype"], 20),
        num_bytes=sum(len(array.data) for array in arrays.values()),
        reduce_op=_text(said["reduce_op"], 20),
        root=None if said["root"] is None else int(said["root"]),
        where=locate(place(said["where"])),
        number=number,
        detail=_text(said.get("detail", ""), 200),
        checksum=_checksum(arrays.values()),
        sent=tuple(arrays.values()),
    )
    return Call(
        rank=rank,
        handle=int(said["handle"]),
        what=what,
        arrays=tuple(arrays.values()),
        tag=int(said.get("tag", 0)),
        group_name=_text(said["group_name"], 200),
        expects=tuple(int(n) for n in said.get("expects", ())),
    )


def _checksum(arrays: Collection[Array]) -> int:
    """Of all values; 0 for nothing and for zeros, and for nothing else."""
    total = sum(zlib.crc32(array.data) for array in arrays)
    return total + 1 if any(array.numpy().any() for array in arrays) else 0


def _text(said: Any, most: int) -> str:
    """Capped, and fit to be printed: JSON may hold half a character."""
    if not isinstance(said, str):
        raise TypeError("a rank sent something else where a text belongs")
    return said[:most].encode("utf-8", "replace").decode()


def _sentences(said: Any) -> tuple[str, ...]:
    return tuple(_text(sentence, 400) for sentence in list(said)[:20])


def _mapping(said: Any) -> Mapping[str, Any]:
    if not isinstance(said, dict):
        raise TypeError("a rank sent values that have no names")
    short: dict[str, Any] = _short(said)
    return short


def _short(said: Any) -> Any:
    """The same JSON, in which no text is endless."""
    if isinstance(said, str):
        return said[:_LONGEST]
    if isinstance(said, list):
        return [_short(item) for item in said]
    if isinstance(said, dict):
        return {name[:_LONGEST]: _short(item) for name, item in said.items()}
    return said


def exit_detail(status: int | None) -> str:
    """A wait status in words."""
    if status is None:
        return ""
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        return _SIGNALS.get(number, f"signal {number}")
    return f"exit code {os.waitstatus_to_exitcode(status)}"


def printed(output: str) -> str:
    """What a rank printed, without the stacks of faulthandler: their lines are the judge's."""
    return _STACK.sub("", output)


def has_stack(output: str) -> bool:
    """Whether faulthandler has printed a whole stack."""
    _, found, stack = output.rpartition(_STACK_HEAD)
    return bool(found) and "in run_and_exit" in stack


def stack_place(output: str) -> Place | None:
    """The innermost learner's line in the stack that faulthandler printed last."""
    _, _, stack = output.rpartition(_STACK_HEAD)
    for file, line, function in _STACK_LINE.findall(stack):
        if "/course/" in file:
            return Place(file.rpartition("/course/")[2], int(line), function=function)
    return None
