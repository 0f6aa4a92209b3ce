"""Which cases of a problem a grading runs: what was asked for, task by task."""

from __future__ import annotations

import difflib
import importlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from .catalog import label
from .errors import UsageError
from .i18n import _
from .records import Case, Problem


@dataclass(frozen=True)
class Options:
    """What may be asked of one grading."""

    tp: tuple[int, ...] | None = None
    seed: str | None = None
    case: str | None = None
    model: Path | None = None
    failed: frozenset[str] = frozenset()  # chapters that failed in this run: lent instead
    task: str | None = None  # "ch02.4": only this task's cases
    untrusted: bool = False  # refuse to run without every layer of isolation


def hidden_side(problem: Problem) -> ModuleType:
    """The module of the problem's hidden cases."""
    return importlib.import_module(f".hidden.{problem.id}", __package__)


def chosen_cases(problem: Problem, options: Options) -> list[tuple[Case, int]]:
    """The cases that are asked for, each with its tp; UsageError when there is none."""
    known = _known(problem, options.model)
    cases = [case for case in known if options.case in (None, case.name)]
    if not cases:
        raise UsageError(_no_case(problem, str(options.case), known))
    order = [task.id for task in problem.tasks]
    chosen = [
        (case, tp)
        for case in sorted(cases, key=lambda case: order.index(case.task))
        for tp in case.tp
        if options.tp is None or tp in options.tp
        if options.task in (None, case.task)
    ]
    if not chosen:
        raise UsageError(_no_size(cases, options))
    return chosen


def _known(problem: Problem, model: Path | None) -> tuple[Case, ...]:
    """The problem's cases; with --model, those that run a whole checkpoint."""
    hidden = hidden_side(problem)
    if model is None:
        return tuple(hidden.CASES)
    if not hasattr(hidden, "for_model"):
        raise UsageError(
            _("--model is for the full run: python practice/judge.py ch11 --model DIR")
        )
    return tuple(hidden.for_model(model.resolve()))


def _no_case(problem: Problem, name: str, cases: Iterable[Case]) -> str:
    names = [case.name for case in cases]
    near = difflib.get_close_matches(name, names, 1)
    if near:
        return _("There is no case {name}. Did you mean {near}?").format(name=name, near=near[0])
    return _("There is no case {name} among the {n} of {problem}, such as {first}.").format(
        name=name, n=len(names), problem=label(problem), first=names[0]
    )


def _no_size(cases: Iterable[Case], options: Options) -> str:
    """What was asked for fits together case by case, but nothing runs on that many ranks."""
    mine = [case for case in cases if options.task in (None, case.task)]
    if not mine:
        return _("Case {case} is not one of {task}.").format(case=options.case, task=options.task)
    sizes = ", ".join(map(str, sorted({tp for case in mine for tp in case.tp})))
    return _("Nothing here runs at --tp {asked}. What there is: --tp {sizes}.").format(
        asked=",".join(map(str, options.tp or ())), sizes=sizes
    )
