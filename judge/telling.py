"""Checks that can say what a rank was given, for a report of code that returned nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

from .records import Check, Finding, GroupRun, Inputs

Tell: TypeAlias = Callable[[Inputs, GroupRun, int], str]  # of a rank


@dataclass(frozen=True)
class Telling:
    """A check that can say which inputs a rank was given, also where nothing came back."""

    check: Check
    tell: Tell

    def __call__(self, inputs: Inputs, run: GroupRun) -> Finding | None:
        return self.check(inputs, run)


def told_by(*checks: Check) -> Tell:
    """What those of the checks that can tell say, line by line."""
    tells = [check.tell for check in checks if isinstance(check, Telling)]

    def tell(inputs: Inputs, run: GroupRun, rank: int) -> str:
        return "\n".join(dict.fromkeys(filter(None, (each(inputs, run, rank) for each in tells))))

    return tell


def first_of(*checks: Check) -> Telling:
    """The first finding of several checks; what any of them tells is told."""

    def check(inputs: Inputs, run: GroupRun) -> Finding | None:
        return next(filter(None, (each(inputs, run) for each in checks)), None)

    return Telling(check, told_by(*checks))


def saying(check: Check, said: Callable[[Inputs], str], at_once: bool = False) -> Telling:
    """The same findings, with what the case is about: the call, or the sizes of the layer.

    It comes last, or with `at_once` right below the first line; and first of what an error is told
    with.
    """

    def checked(inputs: Inputs, run: GroupRun) -> Finding | None:
        found = check(inputs, run)
        if found is None:
            return None
        lines = found.message.split("\n")
        lines.insert(1 if at_once else len(lines), said(inputs))
        return replace(found, message="\n".join(lines))

    def tell(inputs: Inputs, run: GroupRun, rank: int) -> str:
        return "\n".join(filter(None, (said(inputs), told_by(check)(inputs, run, rank))))

    return Telling(checked, tell)
