"""Names the misconception behind a failure, by being wrong on purpose.

`misconceptions/<problem>/<slug>.py` holds wrong bodies for one or more tasks. Spliced into the
solution and run on the same inputs, a wrong body explains a task when it does the same as the
learner's code wherever it is wrong itself, on every rank, the first failing case included. The one
that leaves no failure unexplained comes before one that leaves some: a person may be wrong twice.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path

import numpy as np

from . import assemble, splice, verdict
from .records import Case, Cause, GroupRun, Inputs, Json, Problem, RankRun, Verdict
from .source import Function

_FOLDER = Path(__file__).parent / "misconceptions"


@dataclass(frozen=True)
class Observation:
    """What some code did in one case at one tp."""

    case: Case
    tp: int
    inputs: Inputs
    run: GroupRun

    @cached_property
    def verdict(self) -> Verdict | None:
        """None where the case is accepted, or waits for a task that is not done."""
        try:
            finding = verdict.draw(self.case, self.inputs, self.run)
        except Exception:  # an answer without form: the grading has said so
            return Verdict.CONTRACT_VIOLATION
        fine = (Verdict.NOT_STARTED, Verdict.SKIPPED, Verdict.TIE)
        return None if finding is None or finding.verdict in fine else finding.verdict


# what Python and torch raise: two crashes with other words have other causes
_NOT_BY_HAND = (
    "AttributeError", "IndexError", "KeyError", "NameError", "RuntimeError", "TypeError",
    "UnboundLocalError", "ZeroDivisionError",
)  # fmt: skip

# of the largest number: how far two ways to compute the same may be apart
_ROUNDING = {"bfloat16": 2.0**-6, "float16": 2.0**-9}

Run = Callable[[Mapping[str, str], Sequence[Observation]], Iterator[GroupRun]]


@dataclass(frozen=True)
class Misconception:
    """A wrong-on-purpose file. Its docstring: title, then paragraphs `Why:`, `Look:`.

    `<slug>.2.py`, `<slug>.3.py`, … are other ways to act on the same belief.
    """

    slug: str
    title: str
    rationale: str
    help: str
    tasks: tuple[str, ...]
    donors: tuple[tuple[str, str], ...]  # (file of the problem, text to splice into it)


def causes(
    problem: Problem, failed: dict[str, list[Observation]], accepted: set[str], run: Run
) -> dict[tuple[str, int], Cause]:
    """The cause of failing cases, by name and tp, where a misconception explains them.

    `accepted` are tasks: a mistake that is made in those alone is not looked for in the others.
    """
    found: dict[tuple[str, int], Cause] = {}
    named: list[str] = []
    candidates = [wrong for wrong in catalogue(problem) if not accepted.issuperset(wrong.tasks)]
    for task, seen in failed.items():
        wrong, explained = _best(problem, candidates, task, seen, run, named)
        if wrong is not None:
            named.append(wrong.slug)
            cause = Cause(wrong.slug, wrong.title, wrong.rationale, wrong.help)
            found |= {(o.case.name, o.tp): cause for o in explained}
    return found


def _best(
    problem: Problem,
    candidates: Sequence[Misconception],
    task: str,
    seen: list[Observation],
    run: Run,
    named: Sequence[str],
) -> tuple[Misconception | None, list[Observation]]:
    """The first misconception that explains all failures of a task, else the most of them."""
    best: tuple[Misconception | None, list[Observation]] = (None, [])
    failures = sum(o.verdict is not None for o in seen)
    # what is wrong in an earlier task may show here too; then the task's own mistakes
    for candidate in sorted(
        candidates, key=lambda wrong: (wrong.slug not in named, task not in wrong.tasks)
    ):
        explained = explains(problem, candidate, seen, run)
        if len(explained) > len(best[1]):
            best = (candidate, explained)
        if len(explained) == failures:
            break
    return best


def explains(
    problem: Problem, wrong: Misconception, seen: list[Observation], run: Run
) -> list[Observation]:
    """The failures that the wrong bodies share; none as soon as they fail in another way."""
    return shared(seen, lambda ordered: run(spliced(problem, wrong), ordered))


def shared(
    seen: list[Observation], runs: Callable[[list[Observation]], Iterable[GroupRun | None]]
) -> list[Observation]:
    """The failures among `seen` that some other code has too, when all of its failures are there.

    `runs` gives what the other code did, case by case, None where it was not run. The failures
    come first: most candidates differ in the very first one, and are through.
    """
    ordered = sorted(seen, key=lambda o: o.verdict is None)
    found: list[Observation] = []
    for mine, other in zip(ordered, runs(ordered), strict=False):
        alike = other is not None and same(mine.run, other)
        if not alike and not found:
            return []  # before a verdict is drawn: that takes longer
        outcome = None if other is None else replace(mine, run=other).verdict
        if outcome is None and found:
            continue  # right here: the learner is too, or is wrong in a second way
        if not alike or outcome is None or outcome is not mine.verdict:
            return []
        found.append(mine)
    return found


def spliced(problem: Problem, wrong: Misconception) -> dict[str, str]:
    """The solution's files with the wrong bodies in them."""
    files = assemble.solution_texts(problem)
    for name, donor in wrong.donors:
        files[name] = splice.replace_bodies(files[name], donor)
    return files


@cache
def catalogue(problem: Problem) -> tuple[Misconception, ...]:
    """The misconceptions of a problem, in the order of their file names."""
    return tuple(_read(problem, path) for path in sorted((_FOLDER / problem.id).glob("*.py")))


def _read(problem: Problem, path: Path) -> Misconception:
    slug = path.stem.partition(".")[0]
    tree = ast.parse(text := path.read_text(encoding="utf-8"))
    said = ast.get_docstring(ast.parse(path.with_name(f"{slug}.py").read_text(encoding="utf-8")))
    title, parts = _docstring(said or "")
    names = set(defined(tree))
    tasks = tuple(task for task in problem.tasks if names & set(task.names))
    files = dict.fromkeys(task.file for task in tasks)
    donor = code_of(text, tree)
    return Misconception(
        slug=slug,
        title=title,
        rationale=parts.get("Why", ""),
        help=parts.get("Look", ""),
        tasks=tuple(task.id for task in tasks),
        donors=tuple((name, donor) for name in files),
    )


def _docstring(text: str) -> tuple[str, dict[str, str]]:
    title, *paragraphs = [" ".join(p.split()) for p in text.split("\n\n") if p.strip()]
    parts = dict(p.split(": ", 1) for p in paragraphs if ": " in p)
    return title, parts


def code_of(text: str, tree: ast.Module) -> str:
    """A donor's text without its docstring."""
    return "\n".join(text.splitlines()[tree.body[0].end_lineno or 0 :]) + "\n"


def defined(tree: ast.Module) -> Iterator[str]:
    """The qualified names of a module's functions and methods."""
    for node in tree.body:
        if isinstance(node, Function):
            yield node.name
        elif isinstance(node, ast.ClassDef):
            methods = (part for part in node.body if isinstance(part, Function))
            yield from (f"{node.name}.{method.name}" for method in methods)


def same(one: GroupRun, other: GroupRun) -> bool:
    """Whether two runs of a case cannot be told apart, whatever the code looks like.

    Floats may differ by rounding: two right ways to sum need not agree to the last bit.
    """
    return one.event is other.event and all(map(_same_rank, one.ranks, other.ranks))


def _same_rank(one: RankRun, other: RankRun) -> bool:
    if "running" in (one.status, other.status):  # stopped on the way, by what other ranks did
        return all(a == b for a, b in zip(_calls(one), _calls(other), strict=False))
    return _outline(one) == _outline(other) and all(
        _same_values(array.numpy(), other.arrays[name].numpy(), _ROUNDING.get(array.dtype, 1e-5))
        for name, array in one.arrays.items()
    )


def _same_values(one: np.ndarray, other: np.ndarray, rounding: float) -> bool:
    if one.dtype.kind not in "fc":
        return np.array_equal(one, other)
    scale = float(np.max(np.abs(one), initial=0.0, where=np.isfinite(one)))
    return np.allclose(one, other, rtol=0, atol=rounding * scale, equal_nan=True)


def _outline(rank: RankRun) -> Json:
    """All that distinguishes what a rank did, but for the numbers in its tensors."""
    arrays = {name: (array.dtype, array.shape) for name, array in rank.arrays.items()}
    values = {name: _without_text(value) for name, value in rank.values.items()}
    return [rank.status, _crash(rank), values, arrays, _calls(rank)]


def _crash(rank: RankRun) -> Json:
    """The type of what was raised; where nobody wrote the message, what went wrong as well."""
    if rank.raised is None:
        return ""
    by_itself = rank.raised.type in _NOT_BY_HAND
    return [rank.raised.type, rank.raised.message if by_itself else ""]


def _calls(rank: RankRun) -> list[Json]:
    return [(c.op, c.group, c.shape, c.dtype, c.reduce_op, c.root) for c in rank.collectives]


def _without_text(value: Json) -> Json:
    """An error's own wording is not part of the fingerprint."""
    if isinstance(value, list):
        return [_without_text(part) for part in value]
    if isinstance(value, dict):
        return {k: _without_text(v) for k, v in value.items() if k != "message"}
    return value
