"""Checks that can say what a rank was given, for a report of code that returned nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .records import Check, Finding, GroupRun, Inputs


@dataclass(frozen=True)
class Telling:
    """A check that can say which inputs a rank was given, also where nothing came back."""

    check: Check
    tell: Callable[[Inputs, GroupRun, int], str]  # of a rank

    def __call__(self, inputs: Inputs, run: GroupRun) -> Finding | None:
        return self.check(inputs, run)
