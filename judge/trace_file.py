"""The trace of the last run of each problem, in .judge/traces/: what `trace` and pictures show.

It is written after the verdict was shown, and never needed for one: what cannot be written or read
is as good as no trace.
"""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import TYPE_CHECKING

from . import atomic, catalog
from .records import Collective, Json, Place, Problem, Raised, RankRun, Report, Verdict

if TYPE_CHECKING:
    from .trace import Trace

FOLDER = catalog.ROOT / ".judge" / "traces"
SCHEMA = "judge-trace/1"
MOST_BYTES = 8 << 20


def keep(report: Report, folder: Path | None = None) -> None:
    """Remember the trace of a report, if it has one; the problem's last one is replaced."""
    if report.trace is None:
        return
    text = json.dumps(_trace_object(report.trace), separators=(",", ":"))
    if len(text) > MOST_BYTES:
        return
    with contextlib.suppress(OSError):
        atomic.write((folder or FOLDER) / f"{report.problem.id}.json", text + "\n")


def last(problem: Problem, folder: Path | None = None) -> Trace | None:
    """The trace of the last run of a problem; None where there is none that can be read."""
    path = (folder or FOLDER) / f"{problem.id}.json"
    try:
        if path.stat().st_size > MOST_BYTES:
            return None
        return _trace(json.loads(path.read_bytes()))
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def _trace_object(trace: Trace) -> Json:
    return {
        "schema": SCHEMA,
        "title": trace.title,
        "verdict": trace.verdict.value,
        "left_out": trace.left_out,
        "ranks": [_rank_object(rank) for rank in trace.ranks],
    }


def _rank_object(rank: RankRun) -> Json:
    return {
        "rank": rank.rank,
        "status": rank.status,
        "detail": rank.detail,
        "where": _place_object(rank.where),
        "raised": rank.raised and [rank.raised.type, _place_object(rank.raised.where)],
        "waits_in": rank.waits_in and _call_object(rank.waits_in),
        "calls": [_call_object(call) for call in rank.collectives],
    }


def _call_object(call: Collective) -> Json:
    return {**vars(call), "where": _place_object(call.where), "sent": ()}  # much, and not shown


def _place_object(place: Place | None) -> Json:
    return place and vars(place)


def _trace(said: Json) -> Trace:
    from .trace import Trace  # it loads numpy: too slow on the way to a verdict

    if said["schema"] != SCHEMA:
        raise ValueError("a trace of another judge")
    ranks = tuple(_rank(rank) for rank in said["ranks"])
    return Trace(said["title"], Verdict(said["verdict"]), ranks, said["left_out"])


def _rank(said: Json) -> RankRun:
    raised = said["raised"]
    return RankRun(
        rank=said["rank"],
        status=said["status"],
        detail=said["detail"],
        where=_place(said["where"]),
        raised=raised and Raised(raised[0], "", _place(raised[1])),
        waits_in=said["waits_in"] and _call(said["waits_in"]),
        collectives=tuple(_call(call) for call in said["calls"]),
    )


def _call(said: Json) -> Collective:
    lists = {name: tuple(said[name]) for name in ("group", "shape", "sent")}
    return Collective(**{**said, **lists, "where": _place(said["where"])})


def _place(said: Json) -> Place | None:
    return Place(**said) if said else None
