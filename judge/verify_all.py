"""The verb `verify`: every problem, or one that is named, on all cores, with its kill matrix."""

from __future__ import annotations

import functools
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing.util import Finalize

from . import catalog, course, hints
from .command_line import CommandLine
from .desk import Desk
from .errors import JudgeError
from .launcher import Template
from .records import Problem
from .render import words
from .verify import Verified, verify


def run(line: CommandLine, desk: Desk) -> int:
    """Verify and print; exit code 1 when something does not hold."""
    problems = [course.find_ready(line.problem)] if line.problem else course.ready()
    code = 0
    for found in verified(problems):
        desk.out.lines(_page(found))
        code = 1 if found.faults else code
    return code


def verified(problems: Sequence[Problem]) -> Iterator[Verified]:
    """Each problem's result, from the last to the first: those that take long begin early."""
    workers = (os.cpu_count() or 1) + 1  # ranks wait for each other: a core would be idle
    with ProcessPoolExecutor(min(workers, len(problems))) as pool:
        yield from pool.map(_verified_one, [problem.id for problem in reversed(problems)])


def _verified_one(problem_id: str) -> Verified:
    problem = catalog.find(problem_id)
    return verified_by(_template(problem.needs), problem)


def verified_by(template: Template, problem: Problem) -> Verified:
    """One problem's result, its hints included."""
    found = verify(problem, template)
    return Verified(**{**vars(found), "faults": (*found.faults, *_without_hints(problem))})


@functools.cache
def _template(needs: tuple[str, ...]) -> Template:
    """One a process, until it ends; another one for problems that need more packages than torch."""
    template = Template()
    Finalize(None, template.close, exitpriority=0)
    return template


def _without_hints(problem: Problem) -> list[str]:
    try:
        hints.hints_of(problem)
    except JudgeError as error:
        return [str(error)]
    return []


def _page(found: Verified) -> list[str]:
    """`ok  ch02  4 right …, 9 of 28 hidden cases …`, the faults, and the kill matrix."""
    head = "FAIL" if found.faults else "ok  "
    counted = f"{found.num_right} right accepted, {found.num_wrong} wrong rejected"
    hidden = len(found.hidden())
    alone = f"{hidden - len(found.never_alone())} of {hidden} hidden cases"
    lines = [
        f"{head}  {words.name(found.problem):5} {counted if not found.faults else 'see below'}, "
        f"{alone} the only one to reject something"
    ]
    lines += [f"        {fault}" for fault in found.faults]
    return lines + _matrix(found)


def _matrix(found: Verified) -> list[str]:
    """For each case: how many wrong files it was seen to reject, and those that only it rejects."""
    widest = max(map(len, found.kills), default=4)
    rows = [f"        {'case'.ljust(widest)}  rejects  alone"]
    hidden, never = found.hidden(), found.never_alone()
    for case, names in found.kills.items():
        only = ", ".join(found.only(case)) or ("–" if case in hidden else "(worked example)")
        rows.append(f"        {case.ljust(widest)}  {len(names):7}  {only}")
    return rows + ([f"        never alone: {', '.join(never)}"] if never else [])
