"""What a case report is made of: which line to look at, what each rank did, what was counted."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Collection, Mapping

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
    finding: Finding, run: GroupRun, written: Place | None, given: Collection[str]
) -> Place | None:
    """The line that raised, waits or returned; else where the task's function begins.

    Not a line of `given`, the functions that a learner does not write: the line that calls them.
    Of a rank that was still running no line is known: then that of another one.
    """
    rank = next((r for r in run.ranks if r.rank == finding.rank), run.ranks[0])
    if rank.status == "running":  # stopped on the way, by what other ranks did
        rank = next((r for r in run.ranks if r.raised or r.waits_in or r.where), rank)
    raised = _raised_at(rank.raised, given) if rank.raised else None
    waits = rank.waits_in.where if rank.waits_in else None
    return raised or waits or rank.where or written


def _raised_at(raised: Raised, given: Collection[str]) -> Place | None:
    mine = [p for p in raised.trace if p.function not in given]
    here = [p for p in mine if raised.where is not None and p.file == raised.where.file]
    return here[-1] if here else raised.where


def given_functions(problem: Problem, solution: Mapping[str, str]) -> set[str]:
    """The names of functions that stand in a problem's files and belong to no task."""
    nodes = [node for text in solution.values() for node in ast.walk(ast.parse(text))]
    named = {node.name for node in nodes if isinstance(node, Function)}
    return named - {name.rpartition(".")[2] for task in problem.tasks for name in task.names}


def written_at(problem: Problem, files: Mapping[str, str], case: Case) -> Place | None:
    """Where the learner wrote what a case is about: the function in its title, or the first."""
    task = next(task for task in problem.tasks if task.id == case.task)
    try:
        source = Source(files[task.file])
    except SyntaxError:
        return None
    nodes = [(name, source.last(name)) for name in task.names]
    found: list[tuple[str, ast.stmt]] = [(name, node) for name, node in nodes if node is not None]
    if not found:
        return None
    named = [node for name, node in found if name in case.title]
    return Place(task.file, (named or [found[0][1]])[0].lineno)


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
