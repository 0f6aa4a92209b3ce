"""One rank's collective, whether it is well formed, and whether two ranks' can be the same one."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from .errors import WireError
from .records import Collective
from .reduce import why_not
from .wire import Array, is_shape

COLLECTIVES = (
    "all_reduce", "reduce", "broadcast", "all_gather", "gather", "scatter", "reduce_scatter",
    "all_to_all", "barrier", "new_group",
)  # fmt: skip
_REDUCING = ("all_reduce", "reduce", "reduce_scatter")
MESSAGES_DIFFER = "A send and its recv must agree in size and dtype."
ROOTED = ("reduce", "broadcast", "gather", "scatter")


@dataclass(frozen=True)
class Call:
    """A collective one rank issued, with its payload."""

    rank: int
    handle: int
    what: Collective
    arrays: tuple[Array, ...]
    tag: int = 0
    group_name: str = ""  # two groups may have the same ranks
    expects: tuple[int, ...] = ()  # all_to_all: number of elements wanted from each member


def is_pair(call: Call, other: Call) -> bool:
    if {call.what.op, other.what.op} != {"send", "recv"} or call.tag != other.tag:
        return False
    return (call.what.group, call.group_name) == (other.what.group, other.group_name) and (
        call.what.root in (None, other.rank) and other.what.root in (None, call.rank)
    )


def difference(a: Call, b: Call) -> str:
    """Why two ranks' collectives cannot be the same one, or nothing."""
    return unlike(a.what, b.what)


def unlike(first: Collective, second: Collective) -> str:
    """The same, of what was called."""
    if first.op != second.op:
        return "The ranks are at different collectives."
    if first.root != second.root:
        return "The ranks name different roots."
    if first.reduce_op != second.reduce_op:
        return "The ranks reduce with different operations."
    if first.detail != second.detail:
        return f"The groups differ: {first.detail} and {second.detail}."
    return "" if first.op == "all_to_all" else payload_difference(first, second)


def payload_difference(first: Collective, second: Collective) -> str:
    """As on a real network only the number of elements counts: [2, 2] meets [4]."""
    if first.dtype != second.dtype:
        return "The dtypes differ."
    if math.prod(first.shape) != math.prod(second.shape):
        return "The shapes differ."
    return ""


def unequal_split(calls: list[Call]) -> tuple[Call, Call] | None:
    for m, sender in enumerate(calls):
        for n, receiver in enumerate(calls):
            if math.prod(sender.arrays[n].shape) != receiver.expects[m]:
                return sender, receiver
    return None


def check(call: Call, world: tuple[int, ...]) -> None:
    """Refuse what no honest process group sends: the referee computes on what passes here."""
    what, group = call.what, call.what.group
    if call.rank not in group or not set(group) <= set(world) or len(set(group)) != len(group):
        raise WireError("a collective names ranks that are not there")
    if not is_shape(what.shape):  # before anything multiplies it
        raise WireError("a collective has a wrong shape")
    if what.op in ("send", "recv"):
        if what.root is not None and what.root not in group:
            raise WireError("a message names a rank outside its group")
        if len(call.arrays) != (what.op == "send"):
            raise WireError("a message has the wrong number of arrays")
        _check_shapes(call)
        return
    if what.op not in COLLECTIVES:
        raise WireError(f"there is no collective {what.op!r}")
    if what.op in ROOTED and what.root not in group:
        raise WireError("the root of a collective is not in its group")
    if what.op in _REDUCING and (reason := why_not(what.reduce_op, what.dtype)):
        raise WireError(reason)
    _check_payload(call)


def _check_payload(call: Call) -> None:
    what, size = call.what, len(call.what.group)
    expected: Mapping[str, int] = {
        "all_reduce": 1, "reduce": 1, "all_gather": 1, "gather": 1,
        "reduce_scatter": size, "all_to_all": size,
        "broadcast": int(what.root == call.rank), "scatter": size * (what.root == call.rank),
    }  # fmt: skip
    if len(call.arrays) != expected.get(what.op, 0):
        raise WireError(f"{what.op} has {len(call.arrays)} arrays")
    if what.op == "all_to_all":  # its parts may differ in size
        if len(call.expects) != size or any(a.dtype != what.dtype for a in call.arrays):
            raise WireError("an all_to_all does not say what it expects")
        return
    _check_shapes(call)


def _check_shapes(call: Call) -> None:
    what = call.what
    if any((a.shape, a.dtype) != (what.shape, what.dtype) for a in call.arrays):
        raise WireError(f"{what.op} sends another shape than it says")
