"""For authors: does the judge tell right from wrong, and one mistake from another?

For a problem it runs the solution, right code in other styles, the misconceptions and other wrong
code, each once on the same inputs. From what they did it follows whether each gets its verdict,
whether each mistake is recognised as itself and as no other, and which case rejects what.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from . import assemble, catalog, diagnose, splice, verdict
from .choose import hidden_side
from .diagnose import Observation
from .launcher import Template
from .records import Case, GroupRun, Limits, Problem, Verdict
from .runner import Runner, make_inputs, running

SEED = "5eed"
FIXTURES = catalog.ROOT / "tests" / "judge"
_FINE = (None, Verdict.TIE, Verdict.SKIPPED)
_FEW = (2, 4)  # ranks on which wrong code is run first
_HASTE = (0.15, 0.3)  # of the CPU time, and of the idle time, that a learner's code has
_ENOUGH = 2  # cases that reject wrong code: then none is the only one, whatever the others say
_LIMITS = (Verdict.TIME_LIMIT, Verdict.IDLE_LIMIT, Verdict.MEMORY_LIMIT, Verdict.OUTPUT_LIMIT)


@dataclass(frozen=True)
class Code:
    """Files of a problem, and what the judge should make of them."""

    name: str
    files: Mapping[str, str]
    expected: str = ""  # a verdict; a misconception has its slug instead
    slug: str = ""
    tasks: tuple[str, ...] = ()  # that it has other bodies for; only these are run


@dataclass(frozen=True)
class Behaviour:
    """What some code did in every case, with the verdict of each; None is accepted."""

    code: Code
    seen: tuple[tuple[Observation, Verdict | None], ...]

    @property
    def verdict(self) -> str:
        """Of its first failing case; accepted where none fails."""
        failing = (outcome for _, outcome in self.seen if outcome not in _FINE)
        return str(next(failing, Verdict.ACCEPTED))

    def runs_of(self, others: Sequence[Observation]) -> list[GroupRun | None]:
        """What it did in the cases in which something else was seen."""
        known = {(o.case.name, o.tp): o.run for o, _ in self.seen}
        return [known.get((o.case.name, o.tp)) for o in others]

    def rejected_by(self) -> set[str]:
        """The names of the cases that reject it."""
        return {o.case.name for o, outcome in self.seen if outcome not in _FINE}


@dataclass(frozen=True)
class Verified:
    """What is wrong with a problem, one sentence each, and its kill matrix."""

    problem: Problem
    faults: tuple[str, ...]
    kills: Mapping[str, tuple[str, ...]]  # case -> the wrong code that it was seen to reject
    num_right: int
    num_wrong: int

    def only(self, case: str) -> list[str]:
        """The wrong code that a case rejects and no other case does."""
        others = {name for other, names in self.kills.items() if other != case for name in names}
        return [name for name in self.kills[case] if name not in others]

    def hidden(self) -> list[str]:
        """The cases that are no worked example: each should be the only one to reject something."""
        shown = {case.name for case in _cases(self.problem) if case.visible}
        return [case for case in self.kills if case not in shown]

    def never_alone(self) -> list[str]:
        """The hidden cases without which no wrong code would pass."""
        return [case for case in self.hidden() if not self.only(case)]


def verify(problem: Problem, template: Template) -> Verified:
    """Run everything there is for a problem, and say what does not hold."""
    solution = Code("the solution", assemble.solution_texts(problem), Verdict.ACCEPTED)
    right_codes = (solution, *fixtures(problem, "right"))
    wrong_codes = (*beliefs(problem), *fixtures(problem, "wrong"))
    right = _observed_in_turn(problem, right_codes, problem.limits, template)
    wrong = _observed_in_turn(problem, wrong_codes, _hasty(problem.limits), template)
    kills = {
        case.name: tuple(b.code.name for b in wrong if case.name in b.rejected_by())
        for case in _cases(problem)
    }
    faults = [
        *(_wrong_verdict(b) for b in (*right, *wrong) if b.code.expected not in ("", b.verdict)),
        *(f"{b.code.name} is accepted" for b in wrong if b.verdict == Verdict.ACCEPTED),
        *_taken_for_another([b for b in wrong if b.code.slug]),
        *(f"case {case} rejects nothing" for case, names in kills.items() if wrong and not names),
    ]
    return Verified(problem, tuple(faults), kills, len(right), len(wrong))


def _observed_in_turn(
    problem: Problem, codes: Sequence[Code], limits: Limits, template: Template
) -> list[Behaviour]:
    """One code after the other on the same ranks: to fork them takes longer than most cases."""
    found = []
    with running(template, problem, codes[0].files, SEED) as runner:
        runner.limits = limits
        for code in codes:
            runner.take(code.files)
            found.append(_observed(problem, code, runner))
    return found


def _observed(problem: Problem, code: Code, runner: Runner) -> Behaviour:
    """Run some code in all cases that need no rank group of their own."""
    behaviour = Behaviour(code, tuple(_run(code, _chosen(problem, code), runner)))
    if code.expected == Verdict.ACCEPTED or behaviour.verdict == (code.expected or None):
        return behaviour
    if code.slug and behaviour.rejected_by():
        return behaviour
    every = [(case, tp) for case in _own_cases(problem, code) for tp in case.tp]
    return Behaviour(code, tuple(_run(code, every, runner)))


def _hasty(limits: Limits) -> Limits:
    """For wrong code, which may go on for ever. Ranks that import torch keep enough to do so."""
    busy, idle = _HASTE
    busy *= max(1.0, limits.cpu_s / Limits().cpu_s)
    return replace(limits, cpu_s=limits.cpu_s * busy, idle_s=limits.idle_s * idle)


def _chosen(problem: Problem, code: Code) -> list[tuple[Case, int]]:
    """Wrong code nearly always shows on 2 and 4 ranks; right code must pass on all sizes."""
    few = () if code.expected == Verdict.ACCEPTED else _FEW
    return [
        (case, tp)
        for case in _own_cases(problem, code)
        for tp in ([tp for tp in case.tp if tp in few and not case.alone] or case.tp)
    ]


def _own_cases(problem: Problem, code: Code) -> list[Case]:
    return [case for case in _cases(problem) if case.task in code.tasks or not code.tasks]


def _run(
    code: Code, cases: Sequence[tuple[Case, int]], runner: Runner
) -> Iterator[tuple[Observation, Verdict | None]]:
    """What the code did, in as many of the cases as are needed to know what rejects it."""
    enough: set[str] = set()  # names of cases, and of whole tasks
    rejecting: set[str] = set()
    for case, tp in cases:
        if enough & {case.task, case.name}:
            continue
        inputs = make_inputs(case, SEED, tp)
        run = runner.run(case, tp, inputs, explain=False)
        if run.event is Verdict.IMPORT_ERROR:
            yield Observation(case, tp, inputs, run), Verdict.IMPORT_ERROR
            return
        finding = verdict.draw(case, inputs, run)
        if finding is not None and finding.verdict in _LIMITS:
            enough.add(case.task)  # each further case would take as long
        elif finding is not None and finding.verdict not in _FINE:
            rejecting.add(case.name)
        yield Observation(case, tp, inputs, run), finding.verdict if finding else None
        if not code.slug:  # a misconception is recognised by what it does in every case and size
            enough |= rejecting
            if len(rejecting) == _ENOUGH:
                return


def _cases(problem: Problem) -> list[Case]:
    """In the order of a report. Fresh ones, whole runs of a model, are left out: they are slow."""
    order = [task.id for task in problem.tasks]
    cases = [case for case in hidden_side(problem).CASES if not case.fresh]
    return sorted(cases, key=lambda case: order.index(case.task))


def beliefs(problem: Problem) -> Iterator[Code]:
    """The misconceptions, `slug`, `slug.2`, …, spliced into the solution."""
    counted: dict[str, int] = {}
    for belief in diagnose.catalogue(problem):
        number = counted[belief.slug] = counted.get(belief.slug, 0) + 1
        name = belief.slug + (f".{number}" if number > 1 else "")
        files = diagnose.spliced(problem, belief)
        yield Code(name, files, slug=belief.slug, tasks=belief.tasks)


def fixtures(problem: Problem, kind: str) -> Iterator[Code]:
    """tests/judge/right or wrong: bodies for one of the files; a wrong one says its verdict."""
    for path in sorted((FIXTURES / kind / problem.id).glob("*.py")):
        text = path.read_text(encoding="utf-8")
        tree = ast.parse(text)
        expected = Verdict.ACCEPTED if kind == "right" else _said_verdict(tree)
        files = assemble.solution_texts(problem)
        names = set(diagnose.defined(tree))
        file = _file_of(problem, names)
        files[file] = splice.replace_bodies(files[file], diagnose.code_of(text, tree))
        tasks = tuple(task.id for task in problem.tasks if names & set(task.names))
        yield Code(f"{kind}/{problem.id}/{path.name}", files, expected, tasks=tasks)


def _said_verdict(tree: ast.Module) -> str:
    return (ast.get_docstring(tree) or "").partition(":")[0]


def _file_of(problem: Problem, names: set[str]) -> str:
    """The file that most of the functions belong to."""
    counted = {file: 0 for file in problem.files}
    for task in problem.tasks:
        counted[task.file] += len(names & set(task.names))
    return max(counted, key=lambda file: counted[file])


def _wrong_verdict(behaviour: Behaviour) -> str:
    by = ", ".join(sorted(behaviour.rejected_by())) or "no case"
    code = behaviour.code
    return f"{code.name}: {behaviour.verdict} by {by}, should be {code.expected}"


def _taken_for_another(believed: Sequence[Behaviour]) -> Iterator[str]:
    """Each mistake must explain itself; no other may explain it better, or as well and first."""
    for mine in believed:
        for task in sorted({o.case.task for o, outcome in mine.seen if outcome not in _FINE}):
            named = _named(mine, task, believed)
            if named != mine.code.slug:
                yield f"{mine.code.name} is taken for {named or 'no mistake'} in {task}"


def _named(mine: Behaviour, task: str, believed: Sequence[Behaviour]) -> str:
    """The slug that diagnosis gives to a task's failures, from what is known already."""
    seen = [o for o, _ in mine.seen if o.case.task == task]
    failures = sum(outcome is not None for o, outcome in mine.seen if o.case.task == task)
    best, most = "", 0
    for other in sorted(believed, key=lambda belief: task not in belief.code.tasks):
        explained = diagnose.shared(seen, other.runs_of)
        if len(explained) > most:
            best, most = other.code.slug, len(explained)
        if most == failures:
            break
    return best
