"""Verdicts in words: the leading word of a line, the note after it, and what a rank was doing."""

from __future__ import annotations

from ..i18n import _, plural
from ..records import CaseReport, Problem, RankReport, Report, Task, Verdict

PASSED = (Verdict.ACCEPTED, Verdict.TIE)
WAITED = (Verdict.NOT_STARTED, Verdict.SKIPPED, Verdict.INTERRUPTED)  # neither passed nor failed


def name(problem: Problem) -> str:
    """What people type: "ch02", "199"."""
    return problem.id if problem.chapter else str(problem.number)


def task_name(task_id: str) -> str:
    """What people read: "ch02.4", "199.1"."""
    return task_id.removeprefix("p")


def tables_shown(report: Report) -> tuple[str, ...]:
    """All of an accepted problem; else the first, so that what is wrong stays in sight."""
    return report.tables if report.verdict in PASSED else report.tables[:1]


def leading(verdict: Verdict) -> str:
    """The word a line begins with."""
    return {
        Verdict.ACCEPTED: _("PASS"),
        Verdict.TIE: _("PASS"),
        Verdict.WRONG_ANSWER: _("FAIL"),
        Verdict.CONTRACT_VIOLATION: _("FAIL"),
        Verdict.NOT_STARTED: "–",
        Verdict.IMPORT_ERROR: _("IMPORT"),
        Verdict.RUNTIME_ERROR: _("ERROR"),
        Verdict.TIME_LIMIT: _("TIME"),
        Verdict.IDLE_LIMIT: _("HANGS"),
        Verdict.MEMORY_LIMIT: _("MEMORY"),
        Verdict.OUTPUT_LIMIT: _("OUTPUT"),
        Verdict.DEADLOCK: _("DEADLOCK"),
        Verdict.COLLECTIVE_MISMATCH: _("MISMATCH"),
        Verdict.TAMPERING: _("TAMPERING"),
        Verdict.INTERRUPTED: _("STOPPED"),
        Verdict.JUDGE_ERROR: _("JUDGE"),
        Verdict.SKIPPED: _("SKIP"),
    }[verdict]


def phrase(verdict: Verdict) -> str:
    """The verdict as the start of a note: "wrong answer" in 2 of 5 cases."""
    return {
        Verdict.WRONG_ANSWER: _("wrong answer"),
        Verdict.CONTRACT_VIOLATION: _("not what the task asks for"),
        Verdict.NOT_STARTED: _("not started"),
        Verdict.IMPORT_ERROR: _("the file cannot be imported"),
        Verdict.RUNTIME_ERROR: _("an error"),
        Verdict.TIME_LIMIT: _("too slow"),
        Verdict.IDLE_LIMIT: _("nothing moves any more"),
        Verdict.MEMORY_LIMIT: _("too much memory"),
        Verdict.OUTPUT_LIMIT: _("too much printed"),
        Verdict.DEADLOCK: _("a rank waits for ever"),
        Verdict.COLLECTIVE_MISMATCH: _("ranks make different calls"),
        Verdict.TAMPERING: _("reaches outside the task"),
        Verdict.INTERRUPTED: _("stopped before it ended"),
        Verdict.JUDGE_ERROR: _("a fault of the judge"),
        Verdict.SKIPPED: _("not run"),
    }.get(verdict, "")


def cases(count: int) -> str:
    """ "1 case", "4 cases"."""
    return plural("{count} case", "{count} cases", count).format(count=count)


def tasks(count: int) -> str:
    """ "1 task", "4 tasks"."""
    return plural("{count} task", "{count} tasks", count).format(count=count)


def duration(milliseconds: float) -> str:
    """ "0.12 s", "12 s", "3 min"."""
    seconds = milliseconds / 1000
    if seconds >= 120:
        return _("{count} min").format(count=round(seconds / 60))
    return _("{count} s").format(count=f"{seconds:.2f}" if seconds < 10 else f"{seconds:.0f}")


def sizes(tp: tuple[int, ...]) -> str:
    """ "tp 1 2 4"."""
    return "tp " + " ".join(str(size) for size in tp)


def doing(rank: RankReport, several: bool = False) -> str:
    """What a rank did last, as the rest of "rank 1 …", or of "ranks 0–1 …"."""
    sentences = (
        _doing_together()
        if several
        else {
            "waits": _("waits in {call}"),
            "raised": _("raised {exception}"),
            "returned": _("has returned"),
            "running": _("is still running"),
            "exited": _("has exited"),
            "killed": _("was killed"),
        }
    )
    sentence = sentences.get(rank.status, rank.status)
    return sentence.format(call=rank.last_collective, exception=rank.exception)


def _doing_together() -> dict[str, str]:
    return {
        "waits": _("wait in {call}"),
        "raised": _("raised {exception}"),
        "returned": _("have returned"),
        "running": _("are still running"),
        "exited": _("have exited"),
        "killed": _("were killed"),
    }


def heading(case: CaseReport) -> str:
    """ "row forward with a bias, tp=2", or "divide", which knows of no ranks."""
    title = case.title or case.name
    return title if case.rankless else f"{title}, tp={case.tp}"


def task_title(task: Task) -> str:
    return f"{task_name(task.id)} {task.title}"
