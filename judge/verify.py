"""For authors: does the judge tell right from wrong, and one mistake from another?

For a problem it runs the solution, right code in other styles, the misconceptions and other wrong
code, each once on the same inputs. From what they did it follows whether each is accepted or
rejected as it should be, whether each mistake is recognised as itself and as no other, and which
case kills what: a case that kills nothing by itself is not needed.
"""

from __future__ import annotations

import ast
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from . import assemble, catalog, diagnose, splice, verdict
from .choose import hidden_side
from .diagnose import Misconception, Observation
from .launcher import Template
from .records import Case, GroupRun, Problem, Verdict
from .runner import Runner, make_inputs

SEED = "5eed"
FIXTURES = catalog.ROOT / "tests" / "judge"
_LIMITS = (Verdict.TIME_LIMIT, Verdict.IDLE_LIMIT, Verdict.MEMORY_LIMIT, Verdict.OUTPUT_LIMIT)


@dataclass(frozen=True)
class Behaviour:
    """What some code did in every case, and the verdict of each; None is accepted."""

    name: str
    slug: str  # of a misconception; empty for other code
    tasks: tuple[str, ...]  # that it has other bodies for
    seen: tuple[tuple[Observation, Verdict | None], ...]

    def runs_of(self, others: Sequence[Observation]) -> list[GroupRun | None]:
        """What it did in the cases in which something else was seen."""
        known = {(o.case.name, o.tp): o.run for o, _ in self.seen}
        return [known.get((o.case.name, o.tp)) for o in others]

    def killed_by(self) -> set[str]:
        """The cases that reject it."""
        fine = (None, Verdict.TIE, Verdict.SKIPPED)
        return {o.case.name for o, outcome in self.seen if outcome not in fine}


@dataclass(frozen=True)
class Verified:
    """What is wrong with a problem, one sentence each, and its kill matrix."""

    problem: Problem
    faults: tuple[str, ...]
    kills: Mapping[str, tuple[str, ...]]  # case -> the wrong code it rejects
    only: Mapping[str, tuple[str, ...]]  # case -> the wrong code that no other case rejects
    num_right: int
    num_wrong: int


def verify(problem: Problem, template: Template) -> Verified:
    """Run everything there is for a problem, and say what does not hold."""
    solution = assemble.solution_texts(problem)
    right = [observe(problem, name, files, template) for name, files in _right(problem, solution)]
    beliefs = [
        observe(
            problem, name, diagnose.spliced(problem, belief), template, belief.slug, belief.tasks
        )
        for name, belief in _beliefs(problem)
    ]
    wrong = [
        observe(problem, name, files, template)
        for name, files in fixtures(problem, solution, "wrong")
    ]
    kills = _kills(problem, [*beliefs, *wrong])
    faults = [
        *(f"{b.name} is rejected by {b.killed_by()}" for b in right if b.killed_by()),
        *(f"{b.name} is wrong and is accepted" for b in [*beliefs, *wrong] if not b.killed_by()),
        *_unrecognised(beliefs),
    ]  # fmt: skip
    only = {case: tuple(n for n in names if _alone(kills, n)) for case, names in kills.items()}
    return Verified(problem, tuple(faults), kills, only, len(right), len(beliefs) + len(wrong))


def observe(
    problem: Problem,
    name: str,
    files: Mapping[str, str],
    template: Template,
    slug: str = "",
    tasks: tuple[str, ...] = (),
) -> Behaviour:
    """Run a problem's files in all its cases that need no rank group of their own."""
    directory = Path(tempfile.mkdtemp(dir=template.directory))
    own = {file: text.encode() for file, text in files.items()}
    runner = Runner(template, assemble.lay_out(problem, own, directory), SEED)
    try:
        return Behaviour(name, slug, tasks, tuple(_observed(problem, runner)))
    finally:
        runner.close()


def _observed(problem: Problem, runner: Runner) -> Iterator[tuple[Observation, Verdict | None]]:
    cases: Sequence[Case] = hidden_side(problem).CASES
    stopped: set[str] = set()  # tasks that ran into a limit: each further case would take as long
    for case in cases:
        for tp in () if case.fresh else case.tp:
            if case.task in stopped:
                continue
            inputs = make_inputs(case, SEED, tp)
            run = runner.run(case, tp, inputs)
            found = None
            if run.event is Verdict.IMPORT_ERROR:
                yield Observation(case, tp, inputs, run), Verdict.IMPORT_ERROR
                return
            if finding := verdict.draw(case, inputs, run):
                found = finding.verdict
                stopped |= {case.task} if found in _LIMITS else set()
            yield Observation(case, tp, inputs, run), found


def fixtures(
    problem: Problem, solution: Mapping[str, str], kind: str
) -> Iterator[tuple[str, dict[str, str]]]:
    """The files of tests/judge/right or wrong: bodies spliced into the solution, by name."""
    for path in sorted((FIXTURES / kind / problem.id).glob("*.py")):
        text = path.read_text(encoding="utf-8")
        tree = ast.parse(text)
        names = set(diagnose.defined(tree))
        files = dict(solution)
        for file in problem.files:
            if names & {n for task in problem.tasks if task.file == file for n in task.names}:
                files[file] = splice.replace_bodies(files[file], diagnose.code_of(text, tree))
        yield f"{kind}/{problem.id}/{path.name}", files


def _right(problem: Problem, solution: dict[str, str]) -> Iterator[tuple[str, Mapping[str, str]]]:
    yield f"the solution of {problem.id}", solution
    yield from fixtures(problem, solution, "right")


def _beliefs(problem: Problem) -> Iterator[tuple[str, Misconception]]:
    counted: dict[str, int] = {}
    for belief in diagnose.catalogue(problem):
        number = counted[belief.slug] = counted.get(belief.slug, 0) + 1
        yield belief.slug + (f".{number}" if number > 1 else ""), belief


def _kills(problem: Problem, wrong: Sequence[Behaviour]) -> dict[str, tuple[str, ...]]:
    names = [case.name for case in hidden_side(problem).CASES if not case.fresh]
    return {case: tuple(b.name for b in wrong if case in b.killed_by()) for case in names}


def _alone(kills: Mapping[str, Sequence[str]], name: str) -> bool:
    return sum(name in names for names in kills.values()) == 1


def _unrecognised(beliefs: Sequence[Behaviour]) -> Iterator[str]:
    """Each mistake must explain itself, and no other may explain it better or as well first."""
    for mine in beliefs:
        for task in {o.case.task for o, outcome in mine.seen if outcome is not None}:
            named = _named(mine, task, beliefs)
            if named != mine.slug:
                yield f"{mine.name} is taken for {named or 'no mistake'} in {task}"


def _named(mine: Behaviour, task: str, beliefs: Sequence[Behaviour]) -> str:
    """The slug that diagnosis gives to a task's failures, from what is known already."""
    seen = [o for o, _ in mine.seen if o.case.task == task]
    failures = sum(outcome is not None for o, outcome in mine.seen if o.case.task == task)
    best, most = "", 0
    for other in sorted(beliefs, key=lambda belief: task not in belief.tasks):
        explained = diagnose.shared(seen, other.runs_of)
        if len(explained) > most:
            best, most = other.slug, len(explained)
        if most == failures:
            break
    return best
