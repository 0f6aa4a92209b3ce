"""Checks of plain functions that are called by keyword: numbers in, numbers or a dict of them out.

The drive makes each call of `params["calls"]`, a dict of arguments; `secret["answers"]` holds what
each must return, or REFUSED. Whole numbers must be ints; others may be off by rounding.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from ..i18n import _
from ..records import Check, Finding, GroupRun, Inputs, Json, Verdict
from .common import REFUSED, came_to, refusal_finding

Call = Mapping[str, Json]
_TOLERANCE = 1e-9


def named_calls(function: str) -> Check:
    """The first call that is wrong."""

    def check(inputs: Inputs, run: GroupRun) -> Finding | None:
        said = run.ranks[0].values["outcomes"]
        called = zip(inputs.params["calls"], inputs.secret["answers"], said, strict=True)
        return next(filter(None, (_finding(function, *each) for each in called)), None)

    return check


def answered(
    oracle: Callable[..., Json], calls: Sequence[Call]
) -> Callable[[np.random.Generator, int], Inputs]:
    """Inputs of fixed calls, with the oracle's answers."""
    answers = [oracle(**call) for call in calls]
    return lambda rng, tp: Inputs({"calls": list(calls)}, {}, {"answers": answers})


def _finding(function: str, call: Call, answer: Json, said: Mapping[str, Json]) -> Finding | None:
    text = f"{function}({', '.join(f'{name}={value!r}' for name, value in call.items())})"
    if answer == REFUSED:
        numbers = [str(value) for value in call.values() if type(value) is int]
        return refusal_finding(_("{text} must be refused.").format(text=text), text, numbers, said)
    if said.get("raises") is not None:
        return Finding(Verdict.WRONG_ANSWER, f"{text} raises.", _short(answer), came_to(said))
    value = said.get("value")
    if _is(value, answer):
        return None
    return Finding(
        Verdict.WRONG_ANSWER,
        _("{text} is wrong.").format(text=text),
        _short(answer),
        _short(value),
        still_right=_right_parts(value, answer),
    )


def _is(value: Json, answer: Json) -> bool:
    if isinstance(answer, dict):
        return (
            isinstance(value, dict)
            and set(value) == set(answer)
            and all(_is(value[name], part) for name, part in answer.items())
        )
    if isinstance(answer, float):
        number = type(value) in (int, float)
        return number and math.isclose(value, answer, rel_tol=_TOLERANCE, abs_tol=1e-30)
    return type(value) is type(answer) and bool(value == answer)


def _right_parts(value: Json, answer: Json) -> str:
    """The entries of a dict that need no second look."""
    if not isinstance(value, dict) or not isinstance(answer, dict):
        return ""
    return ", ".join(n for n in answer if n in value and _is(value[n], answer[n]))


def _short(value: Json) -> str:
    """As Python writes it, floats with six digits."""
    if type(value) is float:
        return f"{value:.6g}" if not value.is_integer() or abs(value) >= 1e15 else f"{value:.1f}"
    if isinstance(value, dict) and set(value) not in ({"type"}, {"described"}):
        return "{" + ", ".join(f"{name}: {_short(part)}" for name, part in value.items()) + "}"
    return came_to({"value": value})
