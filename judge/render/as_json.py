"""A report as the JSON object of schema "judge-report/1": fields may be added, never renamed."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict

from ..records import CaseReport, Cause, Json, Place, Problem, RankReport, Report, RunInfo


def report_object(report: Report) -> dict[str, Json]:
    """One report as plain dicts and lists."""
    return {
        "schema": "judge-report/1",
        "verdict": report.verdict.value,
        "problem": _problem(report.problem),
        "score": {"earned": report.earned, "max": report.max},
        "run": _run(report.run),
        "provided": list(report.provided),
        "message": report.message,
        "tables": list(report.tables),
        "cases": [_case(case) for case in report.cases],
    }


def progress_object(reports: Iterable[Report]) -> dict[str, Json]:
    """Several reports in the course's order."""
    return {
        "schema": "judge-progress/1",
        "problems": [report_object(report) for report in reports],
    }


def dumps(value: Json) -> str:
    """ASCII only, so that any console and any strict parser takes it; ends with a newline."""
    return json.dumps(_clean(value), indent=2, allow_nan=False) + "\n"


def _problem(problem: Problem) -> dict[str, Json]:
    return {
        "number": problem.number,
        "id": problem.id,
        "title": problem.title,
        "chapter": problem.chapter,
    }


def _run(run: RunInfo) -> dict[str, Json]:
    fields = asdict(run)
    return {**fields, "tp": list(run.tp), "isolation": list(run.isolation)}


def _case(case: CaseReport) -> dict[str, Json]:
    return {
        "name": case.name,
        "title": case.title,
        "task": case.task,
        "verdict": case.verdict.value,
        "tp": case.tp,
        "message": case.message,
        "expected": case.expected,
        "actual": case.actual,
        "still_right": case.still_right,
        "visible": case.visible,
        "where": _place(case.where),
        "duration_ms": case.duration_ms,
        "replay": case.replay,
        "cause": _cause(case.cause),
        "ranks": [_rank(rank) for rank in case.ranks],
        "collectives": {op: dict(counts) for op, counts in case.collectives.items()},
    }


def _place(place: Place | None) -> dict[str, Json] | None:
    return asdict(place) if place else None


def _cause(cause: Cause | None) -> dict[str, Json] | None:
    return asdict(cause) if cause else None


def _rank(rank: RankReport) -> dict[str, Json]:
    return asdict(rank)


def _clean(value: Json) -> Json:
    """Without lone surrogates, which strict parsers refuse."""
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode("utf-8")
    if isinstance(value, dict):
        return {key: _clean(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_clean(item) for item in value]
    return value
