"""For authors: does any small change to the solutions get past the judge?

    python -m judge.mutation ch02 p199     these; all without a name
Prints each mutant that no case rejects and that tests/judge/equivalent.toml does not list as doing
the same as the solution; exit code 1 when there is one.
"""

from __future__ import annotations

import contextlib
import os
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace

from . import assemble, catalog, course, mutants, stubs, verdict
from .choose import hidden_side
from .launcher import Template
from .mutants import Mutant
from .records import Case, Limits, Problem, Verdict
from .runner import Runner, make_inputs, running
from .verify import FIXTURES, SEED

_SEEDS = (SEED, "another")  # sizes follow the seed
_HASTE_S = 4.0  # a turned condition may loop for ever
_FINE = (Verdict.TIE, Verdict.SKIPPED)


@dataclass(frozen=True)
class Mutation:
    """A problem's mutants: how many there are, and those that no case rejects."""

    problem: str
    total: int
    survivors: tuple[str, ...]

    def unlisted(self) -> list[str]:
        """The survivors that nobody has found to be equivalent."""
        listed = equivalent().get(self.problem, {})
        return [survivor for survivor in self.survivors if survivor not in listed]


def equivalent() -> dict[str, dict[str, str]]:
    """For each problem, the mutants that do the same as the solution, and why."""
    return tomllib.loads((FIXTURES / "equivalent.toml").read_text(encoding="utf-8"))


def mutate(problem_id: str) -> Mutation:
    """Grade every mutant of a problem, until a case rejects it."""
    problem = catalog.find(problem_id)
    with contextlib.closing(Template()) as template, contextlib.ExitStack() as stack:
        runners = [stack.enter_context(_runner(problem, template, seed)) for seed in _SEEDS]
        found = [(mutant, rejected(problem, files, runners)) for mutant, files in _all(problem)]
    survivors = tuple(str(mutant) for mutant, by in found if not by)
    return Mutation(problem_id, len(found), survivors)


def _all(problem: Problem) -> Iterator[tuple[Mutant, dict[str, str]]]:
    texts = assemble.solution_texts(problem)
    for file in problem.files:
        for mutant in mutants.mutants(texts[file], stubs.stub(problem, file)):
            yield mutant, {**texts, file: mutant.text}


@contextlib.contextmanager
def _runner(problem: Problem, template: Template, seed: str) -> Iterator[Runner]:
    with running(template, problem, assemble.solution_texts(problem), seed) as runner:
        runner.limits = _hasty(problem.limits)
        yield runner


def _hasty(limits: Limits) -> Limits:
    """Less than a learner's code has; ranks that import torch keep enough to do so."""
    busy = _HASTE_S * max(1.0, limits.cpu_s / Limits().cpu_s)
    return replace(limits, cpu_s=busy, idle_s=_HASTE_S)


def rejected(problem: Problem, files: Mapping[str, str], runners: Sequence[Runner]) -> str:
    """The first case that rejects these files, with one seed or the other; empty if none does."""
    for seed, runner in zip(_SEEDS, runners, strict=True):
        runner.take(files)
        for case, tp in _cases(problem):
            inputs = make_inputs(case, seed, tp)
            run = runner.run(case, tp, inputs, explain=False)
            if run.event is Verdict.IMPORT_ERROR:
                return "the import"
            finding = verdict.draw(case, inputs, run)
            if finding is not None and finding.verdict not in _FINE:
                return case.name
    return ""


def _cases(problem: Problem) -> Iterator[tuple[Case, int]]:
    """The cheap ones first: on two ranks, then on others, whole runs of a model at the end."""
    cases = [(case, tp) for case in hidden_side(problem).CASES for tp in case.tp]
    return iter(sorted(cases, key=lambda c: (c[0].real, c[0].fresh, c[1] != 2, c[1])))


def run(problems: Sequence[str]) -> Iterator[Mutation]:
    """The mutation of each problem, in order, on all cores."""
    with ProcessPoolExecutor(min(os.cpu_count() or 1, len(problems))) as pool:
        yield from pool.map(mutate, problems)


def main(names: Sequence[str]) -> int:
    """Print the report; 1 when a mutant is neither rejected nor listed."""
    chosen = [course.find_ready(name) for name in names] or course.ready()
    code = 0
    for found in run([problem.id for problem in chosen]):
        left = found.unlisted()
        same = len(found.survivors) - len(left)
        rejected_ones = found.total - len(found.survivors)
        line = f"{found.problem:5} {rejected_ones} of {found.total} rejected, {same} do the same"
        print(line if not left else f"{line}, {len(left)} SURVIVE", flush=True)
        for survivor in left:
            print(f"      {survivor}", flush=True)
        code = 1 if left else code
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
