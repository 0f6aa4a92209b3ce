"""Names the misconception behind a failure, by being wrong on purpose.

`misconceptions/<problem>/<slug>.py` holds wrong bodies for one or more tasks. Spliced into the
solution and run on the same inputs, a wrong body explains a task when it does the same as the
learner's code in every case, at every tp, on every rank, and differs from the solution in one.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from . import assemble, splice, verdict
from .records import Case, Cause, GroupRun, Inputs, Json, Problem, RankRun

_FOLDER = Path(__file__).parent / "misconceptions"


@dataclass(frozen=True)
class Observation:
    """What some code did in one case at one tp."""

    case: Case
    tp: int
    inputs: Inputs
    run: GroupRun


Run = Callable[[Problem, dict[str, str], Iterable[Observation]], Iterator[GroupRun]]


@dataclass(frozen=True)
class Misconception:
    """A wrong-on-purpose file. Its docstring: title, then paragraphs `Why:`, `Look:`."""

    slug: str
    title: str
    rationale: str
    help: str
    tasks: tuple[str, ...]
    donors: tuple[tuple[str, str], ...]  # (file of the problem, text to splice into it)


def causes(
    problem: Problem, failed: dict[str, list[Observation]], run: Run
) -> dict[str, Cause]:
    """The cause of each failing task, where a misconception explains all that was seen."""
    found: dict[str, Cause] = {}
    for task, seen in failed.items():
        for candidate in catalogue(problem):
            if task in candidate.tasks and explains(problem, candidate, seen, run):
                found[task] = Cause(
                    candidate.slug, candidate.title, candidate.rationale, candidate.help
                )
                break
    return found


def explains(problem: Problem, wrong: Misconception, seen: list[Observation], run: Run) -> bool:
    """Whether the wrong bodies do exactly what was seen; stops at the first difference."""
    if not seen or all(_accepted(observation) for observation in seen):
        return False
    runs = run(problem, spliced(problem, wrong), seen)
    return all(fingerprint(other) == fingerprint(o.run) for o, other in zip(seen, runs, strict=True))


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
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    title, parts = _docstring(ast.get_docstring(tree) or "")
    names = set(_defined(tree))
    tasks = tuple(task for task in problem.tasks if names & set(task.names))
    files = dict.fromkeys(task.file for task in tasks)
    donor = "\n".join(text.splitlines()[tree.body[0].end_lineno or 0 :]) + "\n"
    return Misconception(
        slug=path.stem.replace("_", "-"),
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


def _defined(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name
        elif isinstance(node, ast.ClassDef):
            yield from (f"{node.name}.{m.name}" for m in node.body if isinstance(m, ast.FunctionDef))


def _accepted(seen: Observation) -> bool:
    return verdict.draw(seen.case, seen.inputs, seen.run) is None


def fingerprint(run: GroupRun) -> Json:
    """All that distinguishes two runs of a case, whatever the code looks like."""
    return [str(run.event), [_rank(rank) for rank in run.ranks]]


def _rank(rank: RankRun) -> Json:
    arrays = {
        name: (array.dtype, array.shape, (array.numpy() + 0.0).tobytes())
        if array.dtype not in ("bool",)
        else (array.dtype, array.shape, array.data)
        for name, array in rank.arrays.items()
    }
    calls = [(c.op, c.group, c.shape, c.dtype, c.reduce_op, c.root) for c in rank.collectives]
    status = "stuck" if rank.status in ("waits", "running") else rank.status
    values = {name: _without_text(value) for name, value in rank.values.items()}
    return [status, rank.raised.type if rank.raised else "", values, arrays, calls]


def _without_text(value: Json) -> Json:
    """An error's own wording is not part of the fingerprint."""
    if isinstance(value, list):
        return [_without_text(part) for part in value]
    if isinstance(value, dict):
        return {k: _without_text(v) for k, v in value.items() if k != "message"}
    return value
