"""What a case report is made of: which line to look at, what each rank did, what was counted."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from .i18n import _
from .records import (
    Case,
    Finding,
    GroupRun,
    Place,
    Problem,
    Raised,
    RankReport,
    RankRun,
    Verdict,
)
from .source import Function, Source

MOST_OUTPUT = 2000  # characters of what a rank printed


def _theirs(output: str) -> str:
    """What a learner's code printed, without the judge's own lines of a stack."""
    lines = output.splitlines(keepends=True)
    return "".join(line for line in lines if "/runtime/judge/" not in line)


def import_finding(run: GroupRun) -> Finding:
    """Why the learner's file could not be imported."""
    failed = [r for r in run.ranks if r.raised is not None or r.status == "exited"]
    rank = next(iter(failed), run.ranks[0])
    if rank.raised is not None:
        what = f"{rank.raised.type}: {rank.raised.message}".rstrip(": ")
    elif rank.status == "exited":
        what = _("The file exited during import ({how}).").format(how=rank.detail)
    else:
        what = run.message or _("Importing the file did not end.")
    return Finding(Verdict.IMPORT_ERROR, what, rank=rank.rank)


def is_rankless(case: Case) -> bool:
    """Whether a case is about a function that knows of no ranks, such as `divide`."""
    return case.alone and case.tp == (1,)


def look_at(
    finding: Finding, run: GroupRun, written: Place | None, problem: Problem, given: Collection[str]
) -> Place | None:
    """The line that raised, waits or returned; else where the task's function begins.

    Not a line of `given`, the functions that a learner does not write: the line that calls them.
    Nor a line of a file beside the learner's that is none of the problem's. Of a rank that was
    still running no line is known: then that of another one.
    """
    rank = next((r for r in run.ranks if r.rank == finding.rank), run.ranks[0])
    if rank.status == "running":  # stopped on the way, by what other ranks did
        rank = next((r for r in run.ranks if r.raised or r.waits_in or r.where), rank)

    def is_theirs(place: Place) -> bool:  # the chapters before are written "ch02_linear/linear.py"
        return place.file in problem.files or "/" in place.file

    mine = [p for p in rank.raised.trace if p.function not in given] if rank.raised else []
    raised = _raised_at(rank.raised, list(filter(is_theirs, mine))) if rank.raised else None
    waits = rank.waits_in.where if rank.waits_in else None
    places = (place for place in (raised, waits, rank.where) if place is not None)
    return next(filter(is_theirs, places), written)


def _raised_at(raised: Raised, mine: Sequence[Place]) -> Place | None:
    """Of the learner's lines on the way the last one, in the file that raised if there is one."""
    here = [p for p in mine if raised.where is not None and p.file == raised.where.file]
    return next(reversed(here or mine), raised.where)


def given_functions(problem: Problem, solution: Mapping[str, str]) -> set[str]:
    """The names of functions that stand in a problem's files and belong to no task."""
    nodes = [node for text in solution.values() for node in ast.walk(ast.parse(text))]
    named = {node.name for node in nodes if isinstance(node, Function)}
    return named - {name.rpartition(".")[2] for task in problem.tasks for name in task.names}


def written_at(problem: Problem, files: Mapping[str, str], case: Case) -> Place | None:
    """Where the learner wrote the function that a case is about."""
    task = next(task for task in problem.tasks if task.id == case.task)
    try:
        source = Source(files[task.file])
    except SyntaxError:
        return None
    found = {name: node for name in task.names if (node := source.last(name)) is not None}
    return Place(task.file, found[_about(case, list(found))].lineno) if found else None


def _about(case: Case, names: Sequence[str]) -> str:
    """Of a task's functions the one in the case's name, else in its title, else the first."""
    for words in (case.name, case.title):
        said = f"_{re.sub('[^a-z0-9]+', '_', words.lower())}_"
        named = [name for name in names if f"_{name.rpartition('.')[2].strip('_')}_" in said]
        if named:
            return max(named, key=len)
    return names[0]


def rank_report(rank: RankRun) -> RankReport:
    """What one rank did last."""
    last = rank.waits_in or (rank.collectives[-1] if rank.collectives else None)
    where = (rank.raised.where if rank.raised else None) or rank.where
    return RankReport(
        rank=rank.rank,
        status=rank.status,
        exception=rank.raised.type if rank.raised else rank.detail,
        where=str(where or ""),
        last_collective=str(last or ""),
        output=_theirs(rank.output)[-MOST_OUTPUT:],
    )


def counted(rank: RankRun) -> dict[str, dict[str, int]]:
    """The collectives of a rank: how many of each kind, and their bytes."""
    counts = Counter(call.op for call in rank.collectives)
    sizes: Counter[str] = Counter()
    for call in rank.collectives:
        sizes[call.op] += call.num_bytes
    return {op: {"count": n, "bytes": sizes[op]} for op, n in counts.items()}
