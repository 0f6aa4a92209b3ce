"""`check`: grade in order all that is started, and stop at the first that is wrong.

What is not started stops nothing: whoever begins at a later chapter has it graded. With --from it
goes on to the end, and says what of that folder is accepted.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import TypeAlias

from . import catalog, course, grading, progress, trace_file
from .command_line import CommandLine
from .desk import Desk, Grader
from .errors import UsageError
from .i18n import _
from .output import COMMAND
from .records import CaseReport, Problem, Report, RunInfo, Submission, Verdict
from .render import as_json, terminal, words
from .render import course as pages
from .render.course import Row
from .submission import folder_in, resolve

OPEN = Verdict.NOT_STARTED
OnCase: TypeAlias = Callable[[CaseReport], None]


@dataclass
class _Walk:
    """One pass through the course. The session is started when something has to be run."""

    line: CommandLine
    desk: Desk
    stack: ExitStack
    session: Grader | None = None
    reports: list[Report] = field(default_factory=list)

    def grade(self, problem: Problem, on_case: OnCase = grading.ignore) -> Report:
        submission = resolve(problem, None, self.line.directory)
        report = grading.recorded(
            self.line, problem, submission, lambda: self._report(problem, submission, on_case)
        )
        self.reports.append(report)
        trace_file.keep(report)
        return report

    def _report(self, problem: Problem, submission: Submission, on_case: OnCase) -> Report:
        if course.num_unstarted(problem, submission) == len(problem.tasks):
            return _unstarted(problem)
        if self.session is None:
            self.session = self.stack.enter_context(self.desk.open_session())
        failed = {r.problem.id for r in self.reports if grading.exit_code(r) == 1}
        options = grading.options_of(self.line, failed=frozenset(failed))
        return grading.graded(self.session, problem, submission, options, self.desk, on_case)

    def explained(self, report: Report) -> Report:
        """The report with its cause, in the place of the one without."""
        if self.session is None:
            return report
        found = grading.diagnosed(self.session, report)
        self.reports[self.reports.index(report)] = found
        return found


def run(line: CommandLine, desk: Desk) -> int:
    """Returns the exit code."""
    with ExitStack() as stack:
        walk = _Walk(line, desk, stack)
        if line.directory:
            _all_of_folder(walk)
        else:
            _to_first_failed(walk)
        return _exit_code(walk.reports)


def _to_first_failed(walk: _Walk) -> None:
    stop = None
    for problem in course.ready():
        report = walk.grade(problem)
        if _stops(report):
            stop = report
            break
    stop = stop or _first_open(walk.reports)
    if walk.line.json:
        if stop:
            walk.explained(stop)
        walk.desk.out.text(as_json.dumps(as_json.progress_object(walk.reports)))
    else:
        _show(walk, stop)


def _first_open(reports: list[Report]) -> Report | None:
    """The one that `next` names, if it could be graded; else the first; nothing when all passed."""
    now = course.current()
    still_open = [report for report in reports if report.verdict is OPEN]
    still_open.sort(key=lambda report: (progress.not_graded(report), report.problem.id != now.id))
    return still_open[0] if still_open else None


def _stops(report: Report) -> bool:
    """Whether this comes before all that follows: what is not started does not."""
    return report.verdict not in (Verdict.ACCEPTED, OPEN)


def _show(walk: _Walk, stop: Report | None) -> None:
    out, reports = walk.desk.out, {report.problem.id: report for report in walk.reports}
    rows = [_row(problem, reports.get(problem.id), stop) for problem in catalog.problems()]
    if stop is None:
        out.lines(pages.progress(rows, None, out.screen))
        out.lines(pages.done(out.screen, f"{COMMAND} list"))
    elif stop.verdict is OPEN:
        submission = resolve(stop.problem, None, None)
        out.lines(pages.progress(rows, course.step(stop.problem, submission), out.screen))
    else:
        out.lines(pages.progress(rows, None, out.screen)[:-1])
        steps = grading.steps_for(stop.problem, resolve(stop.problem, None, None))
        out.lines(["", *terminal.failing_task(stop, out.screen)])
        grading.show_failure(stop, steps, walk.session, walk.desk)


def _row(problem: Problem, report: Report | None, stop: Report | None) -> Row:
    if report is None:
        return course.row(problem)
    if report.verdict is Verdict.ACCEPTED:
        return course.row(problem, _("passed"), words.tasks(report.max))
    done = _("{earned} of {tasks} done").format(earned=report.earned, tasks=words.tasks(report.max))
    note = report.message if progress.not_graded(report) else done if report.earned else ""
    if report.verdict is OPEN:
        return course.row(problem, _("NEXT") if report is stop else "–", note)
    return course.row(problem, words.leading(report.verdict), note)


def _all_of_folder(walk: _Walk) -> None:
    assert walk.line.directory is not None
    there = [p for p in course.ready() if folder_in(p, walk.line.directory)]
    if not there:
        raise UsageError(
            _("{folder} holds no problem: expected folders such as {example}.").format(
                folder=walk.line.directory, example=course.ready()[0].folder
            )
        )
    for problem in there:
        if walk.line.json:
            walk.explained(walk.grade(problem))
        else:
            _grade_aloud(walk, problem)
    if walk.line.json:
        walk.desk.out.text(as_json.dumps(as_json.progress_object(walk.reports)))
    else:
        _show_accepted(walk)


def _grade_aloud(walk: _Walk, problem: Problem) -> None:
    stream = grading.Stream(problem, problem.tp, walk.desk)
    report = walk.grade(problem, stream.case)
    stream.end(report)
    if report.verdict is not Verdict.ACCEPTED:
        submission = resolve(problem, None, walk.line.directory)
        steps = grading.steps_for(problem, submission, grading.files_again(walk.line))
        grading.show_failure(report, steps, walk.session, walk.desk)
    walk.desk.out.lines([""])


def _show_accepted(walk: _Walk) -> None:
    accepted = [words.name(r.problem) for r in walk.reports if r.verdict is Verdict.ACCEPTED]
    others = [
        f"{words.name(r.problem)} ({words.phrase(r.verdict)})"
        for r in walk.reports
        if r.verdict is not Verdict.ACCEPTED
    ]
    again = f"{COMMAND} check{grading.files_again(walk.line)}"
    walk.desk.out.lines(pages.accepted_of(accepted, others, again, walk.desk.out.screen))


def _unstarted(problem: Problem) -> Report:
    """The report of a problem where nothing is written: nothing has to be run for it."""
    run = RunInfo(seed="", tp=problem.tp)
    return Report(problem, OPEN, earned=0, max=len(problem.tasks), run=run)


def _exit_code(reports: list[Report]) -> int:
    """4 and 130 before 1, and 1 before 5."""
    codes = {grading.exit_code(report) for report in reports}
    return next((code for code in (4, 130, 1, 5) if code in codes), 0)
