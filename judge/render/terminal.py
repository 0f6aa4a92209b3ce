"""A report as plain lines of text: what is wrong, where, why, and what to type next.

The screen is made in the order in which things become known, so that it can be shown as it grows:
`start`, a `task_lines` for each task, `summary`, `failure`, and, after the diagnosis, `cause`.
Colour is added later, by colour.py, from the words alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from ..i18n import _
from ..records import CaseReport, Cause, Problem, RankReport, Report, Task, Verdict
from . import words
from .layout import Screen, capped, columns, command, fold, labelled, lines_of, value
from .theirs import printed

_DOCTOR = "python practice/judge.py doctor"
MOST_LINES = 16  # of a message
_OF_A_LINE = (Verdict.IMPORT_ERROR, Verdict.RUNTIME_ERROR, Verdict.TIME_LIMIT, Verdict.IDLE_LIMIT)
_OF_ALL_RANKS = (
    Verdict.DEADLOCK, Verdict.COLLECTIVE_MISMATCH, Verdict.IDLE_LIMIT, Verdict.TIME_LIMIT
)  # fmt: skip


@dataclass(frozen=True)
class Steps:
    """What the reader can do next: commands to paste, and the place of the first open task."""

    again: str  # grades the same thing again
    then: str  # what to do once it is accepted
    then_todo: str = ""  # and what that is about: "ch03.1 …, chapters/ch03_…/….py:17"
    places: Mapping[str, str] = field(default_factory=dict)  # of a task: "linear.py:124"
    files: str = ""  # the words that choose other files than the working tree's
    todo: str = ""  # "ch02.4 row parameters, chapters/ch02_linear/linear.py:61"


def whole(report: Report, steps: Steps, screen: Screen) -> list[str]:
    """The whole screen of a graded problem."""
    return [
        *start(report.problem, report.run.tp, screen),
        *tasks(report, screen),
        *summary(report, screen),
        *failure(report, screen),
        *cause(report, steps, screen),
    ]


def start(problem: Problem, tp: tuple[int, ...], screen: Screen) -> list[str]:
    """`ch02 linear layers, tp 1 2 4`."""
    return fold(f"{words.name(problem)} {problem.title}, {words.sizes(tp)}", screen, rest="  ")


def failing_task(report: Report, screen: Screen) -> list[str]:
    """The line of the task that decides the verdict."""
    case = first_failure(report)
    mine = tuple(other for other in report.cases if case and other.task == case.task)
    return tasks(replace(report, cases=mine), screen)


def tasks(report: Report, screen: Screen) -> list[str]:
    """A line for every task that has cases; an interruption cut the last one short."""
    by_task = [
        (t, [case for case in report.cases if case.task == t.id]) for t in report.problem.tasks
    ]
    graded = [(task, cases) for task, cases in by_task if cases]
    lines: list[str] = []
    for task, cases in graded:
        cut = report.verdict is Verdict.INTERRUPTED and task is graded[-1][0]
        lines += task_lines(report.problem, task, cases, screen, cut)
    return lines


def task_lines(
    problem: Problem, task: Task, cases: Sequence[CaseReport], screen: Screen, cut: bool = False
) -> list[str]:
    """`  PASS  ch02.1 column shard       4 cases`; a task that was cut short is no PASS."""
    widest = max(len(words.task_title(other)) for other in problem.tasks)
    verdict, note = task_verdict(cases), _note(task_verdict(cases), cases)
    if cut and verdict is Verdict.ACCEPTED:
        verdict = Verdict.INTERRUPTED
        note = _("after {cases}").format(cases=words.cases(len(cases)))
    left = f"  {words.leading(verdict).ljust(4)}  {words.task_title(task)}"
    return columns(left, note, 8 + widest, screen)


def task_verdict(cases: Sequence[CaseReport]) -> Verdict:
    """That of the first failing case; else not started, skipped or interrupted; else accepted."""
    waited = [case.verdict for case in cases if case.verdict in words.WAITED]
    failed = [case.verdict for case in cases if case.verdict not in words.PASSED + words.WAITED]
    return [*failed, *waited, Verdict.ACCEPTED][0]


def summary(report: Report, screen: Screen) -> list[str]:
    """`  ACCEPTED  6 of 6 tasks done, 24 cases, 0.12 s, seed 7f3a`."""
    done = _("{earned} of {tasks} done").format(earned=report.earned, tasks=words.tasks(report.max))
    ran = [case for case in report.cases if case.verdict not in words.WAITED]
    parts = [
        "" if report.verdict is Verdict.INTERRUPTED else done,
        words.cases(len(ran)) if ran else "",
        words.duration(report.run.duration_ms) if report.run.duration_ms else "",
        _("seed {seed}").format(seed=report.run.seed) if report.run.seed else "",
    ]
    line = ", ".join(part for part in parts if part)
    lines = [line, _lent(report)] if report.provided else [line]
    head = f"  {_outcome(report.verdict)}  "
    folded = [fold(text, screen, head if text is line else " " * 4) for text in lines]
    return [*_tables(report), *(row for rows in folded for row in rows)]


def failure(report: Report, screen: Screen, details: str = "") -> list[str]:
    """What is wrong and where, with the smallest evidence; nothing when nothing failed.

    `details` is the file that holds the rest of a fault of the judge.
    """
    if report.verdict is Verdict.JUDGE_ERROR:
        return ["", *judge_fault(report.message or _first_message(report), screen, details)]
    case = first_failure(report)
    if case is None:
        return _of_the_whole(report, screen)
    return ["", *_heading(case, screen), *_evidence(case, screen)]


def cause(report: Report, steps: Steps, screen: Screen) -> list[str]:
    """Why, as far as it is known; what is still right; and the next command."""
    case = first_failure(report)
    lines = _looks_like(case.cause, screen) if case and case.cause else []
    if case and case.still_right:
        lines += labelled(_("Still right"), case.still_right.rstrip(".") + ".", screen)
    return [*lines, *next_step(report, steps, screen), *_others(report, case, steps, screen)]


def _others(report: Report, shown: CaseReport | None, steps: Steps, screen: Screen) -> list[str]:
    """The other tasks that failed, each with the command that shows why."""
    failed = dict.fromkeys(
        c.task for c in report.cases if c.verdict not in words.PASSED + words.WAITED
    )
    names = [task.removeprefix("p") for task in failed if shown is None or task != shown.task]
    if shown is None or not names:
        return []
    again = f"{steps.again} ".partition(f" {words.name(report.problem)} ")[0] + " "
    return command(_("Failed too"), " ".join(names), f"{again}{names[0]}{steps.files}", screen)


def next_step(report: Report, steps: Steps, screen: Screen) -> list[str]:
    """`  Next        linear.py:61 · python practice/judge.py ch02`."""
    if report.verdict is Verdict.ACCEPTED:
        return command(_("Next"), steps.then_todo, steps.then, screen)
    case = first_failure(report)
    if case is None:
        todo = steps.todo if report.verdict in words.WAITED else ""
        return command(_("Next"), todo, steps.again, screen)
    guess = "" if case.verdict is Verdict.IMPORT_ERROR else steps.places.get(case.task, "")
    place = str(case.where or guess)
    lines = command(_("Next"), place, steps.again, screen)
    if case.replay and case.verdict is not Verdict.IMPORT_ERROR:
        lines += command(_("This case"), "", case.replay, screen)
    return lines


def judge_fault(what: str, screen: Screen, file: str = "") -> list[str]:
    """`  This is the judge's fault, not your code. …`, one line of it, and where the rest is."""
    lines = fold(_("This is the judge's fault, not your code."), screen, "  ")
    lines += fold(lines_of(what.strip() or _("No reason is known."))[0], screen, "    ")
    if file:
        lines += fold(_("The details are in {file}").format(file=file), screen, "    ")
    return [*lines, *fold(_("Your progress is as it was."), screen, "  ")]


def machine_unfit(what: str, screen: Screen) -> list[str]:
    """`  This machine, not your code: …`, and the command that looks at it."""
    line = _("This machine, not your code: {what}").format(what=what)
    lines = [*fold(line, screen, "  "), *fold(_("Your progress is as it was."), screen, "  ")]
    return [*lines, *command(_("Check it"), "", _DOCTOR, screen)]


def first_failure(report: Report) -> CaseReport | None:
    """The case that decides the verdict."""
    fine = words.PASSED + words.WAITED
    return next((case for case in report.cases if case.verdict not in fine), None)


def _note(verdict: Verdict, cases: Sequence[CaseReport]) -> str:
    if verdict is Verdict.ACCEPTED:
        return words.cases(len(cases))
    bad = [case for case in cases if case.verdict is verdict]
    if verdict in words.WAITED:
        return _reason(bad[0]) or words.phrase(verdict)
    if len(cases) == 1 or verdict is Verdict.IMPORT_ERROR:
        return words.phrase(verdict)
    if len(bad) == len(cases) == 2:
        return _("{what} in both cases").format(what=words.phrase(verdict))
    if len(bad) == len(cases):
        return _("{what} in all {cases}").format(
            what=words.phrase(verdict), cases=words.cases(len(cases))
        )
    return _("{what} in {bad} of {cases}").format(
        what=words.phrase(verdict), bad=len(bad), cases=words.cases(len(cases))
    )


def _reason(case: CaseReport) -> str:
    """Why a case was skipped, or what of its task is not written: its message's first line."""
    says = case.verdict is Verdict.SKIPPED or not case.message.startswith(case.task)
    return lines_of(case.message)[0].rstrip(".") if says and case.message else ""


def _outcome(verdict: Verdict) -> str:
    return {
        Verdict.ACCEPTED: _("ACCEPTED"),
        Verdict.NOT_STARTED: _("NOT FINISHED"),
        Verdict.INTERRUPTED: _("STOPPED"),
        Verdict.JUDGE_ERROR: _("NOT GRADED"),
    }.get(verdict, _("NOT YET"))


def _lent(report: Report) -> str:
    return _("Lent from the solutions: {names}.").format(names=" ".join(report.provided))


def _tables(report: Report) -> list[str]:
    return [line for table in words.tables_shown(report) for line in ["", *lines_of(table), ""]]


def _first_message(report: Report) -> str:
    return next((case.message for case in report.cases if case.message), "")


def _of_the_whole(report: Report, screen: Screen) -> list[str]:
    """The message of a report that has no failing case, such as that of an import error."""
    if not report.message or report.verdict in words.PASSED:
        return []
    head, *rest = lines_of(report.message)
    first = f"  {words.leading(report.verdict)}  "
    first = "  " if report.verdict in words.WAITED else first
    body = [line for text in rest for line in fold(text, screen, "    ")]
    return ["", *fold(head, screen, first, "    "), *capped(body, MOST_LINES)]


def _heading(case: CaseReport, screen: Screen) -> list[str]:
    if case.verdict is Verdict.IMPORT_ERROR:  # of the file, not of this case
        return []
    is_said = case.message.startswith(f"{case.title or case.name}, tp={case.tp}")
    return [] if is_said else fold(words.heading(case), screen, "  ")


def _evidence(case: CaseReport, screen: Screen) -> list[str]:
    head, *rest = lines_of(case.message)
    indent = "    " if _heading(case, screen) else "  "
    lines = fold(head, screen, indent, indent + "  ") if head else []
    lines += [line for text in rest for line in fold(text, screen, "    ", "      ")]
    lines = capped(lines, MOST_LINES) + _ranks(case, screen) + _source(case, screen)
    lines += value(_("got"), case.actual, screen) if case.actual else []
    lines += value(_("expected"), case.expected, screen) if case.expected else []
    return lines + printed(case, screen)


def _ranks(case: CaseReport, screen: Screen) -> list[str]:
    """What each rank did, where that is the evidence and the message does not say it."""
    if case.verdict not in _OF_ALL_RANKS or "rank 0" in case.message or len(case.ranks) < 2:
        return []
    lines: list[str] = []
    for (_did, where), same in groupby(case.ranks, lambda rank: (words.doing(rank), rank.where)):
        ranks = list(same)
        did = words.doing(ranks[0], several=len(ranks) > 1)
        line = f"{_who(ranks)}   {did}     {where}".rstrip()
        lines += fold(line, screen, "    ", "      ")
    return lines


def _source(case: CaseReport, screen: Screen) -> list[str]:
    """The line of code that an error came from."""
    if case.verdict not in _OF_A_LINE or case.where is None or not case.where.source:
        return []
    return fold(f"{case.where}   {case.where.source}", screen, "    ", "      ")


def _who(ranks: Sequence[RankReport]) -> str:
    if len(ranks) == 1:
        return _("rank {rank}").format(rank=ranks[0].rank)
    return _("ranks {first}–{last}").format(first=ranks[0].rank, last=ranks[-1].rank)


def _looks_like(found: Cause, screen: Screen) -> list[str]:
    sentences = [_ended(text) for text in (found.title, found.rationale) if text]
    lines = labelled(_("Looks like"), f"{found.misconception}: {' '.join(sentences)}", screen)
    return lines + (labelled(_("To see it"), _ended(found.help), screen) if found.help else [])


def _ended(text: str) -> str:
    text = " ".join(text.split())
    if text.split()[0].isalpha():  # a name such as all_reduce stays as it is written
        text = text[0].upper() + text[1:]
    return text if text.endswith((".", "?")) else text + "."
