"""Grade one problem and show it as it becomes known: the verdict first, then its likely cause."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from . import catalog, course, fault, progress, trace_file
from .command_line import CommandLine
from .desk import Desk, Grader
from .errors import UsageError
from .i18n import _
from .output import COMMAND
from .records import CaseReport, Problem, Report, Submission, Verdict
from .render import as_json, terminal, words
from .render.terminal import Steps
from .submission import resolve, working_tree

if TYPE_CHECKING:
    from .grade import Options

_CODES = {
    Verdict.ACCEPTED: 0,
    Verdict.NOT_STARTED: 5,
    Verdict.INTERRUPTED: 130,
    Verdict.JUDGE_ERROR: fault.EXIT_CODE,
}


class Stream:
    """The lines of a grading as it goes: a task's line when the next task begins."""

    def __init__(self, problem: Problem, tp: tuple[int, ...], desk: Desk) -> None:
        self._problem, self._tp, self._desk = problem, tp, desk
        self._cases: list[CaseReport] = []  # of the task under way
        self._shown: set[str] = set()
        self._started = False

    def case(self, case: CaseReport) -> None:
        """One more case; they come task by task."""
        if self._cases and self._cases[0].task != case.task:
            before, self._cases = self._cases, []
            self._task(before, cut=False)
        self._cases.append(case)

    def end(self, report: Report) -> None:
        """What was not shown yet, and the line that sums up."""
        graded = [[c for c in report.cases if c.task == task.id] for task in self._problem.tasks]
        graded = [cases for cases in graded if cases]
        for cases in graded:
            self._task(cases, report.verdict is Verdict.INTERRUPTED and cases is graded[-1])
        self._show(terminal.summary(report, self._desk.out.screen))

    def _task(self, cases: Sequence[CaseReport], cut: bool) -> None:
        """A task's line, once: an interruption may come between showing it and noting so."""
        task = next(task for task in self._problem.tasks if task.id == cases[0].task)
        if task.id not in self._shown:
            self._shown.add(task.id)
            screen = self._desk.out.screen
            self._show(terminal.task_lines(self._problem, task, cases, screen, cut))

    def _show(self, lines: list[str]) -> None:
        """Nothing before the first result: a wrong --case is a line on stderr alone."""
        self._desk.err.status("")
        if not self._started:
            lines = [*terminal.start(self._problem, self._tp, self._desk.out.screen), *lines]
        self._started = True
        self._desk.out.lines(lines)


def run(line: CommandLine, desk: Desk) -> int:
    """Grade what the command line names. Returns the exit code."""
    problem = course.find_ready(line.problem)
    _refuse_a_second_problem(line)
    submission = resolve(problem, line.file, line.directory, line.untrusted)
    with desk.open_session() as session:
        return exit_code(grade_and_show(line, problem, submission, session, desk))


def _refuse_a_second_problem(line: CommandLine) -> None:
    """`ch01.2 ch01.3`: what follows a problem is a file."""
    if line.file is None or os.path.lexists(line.file):
        return
    try:
        catalog.find_task(str(line.file))
    except UsageError:
        return  # it was meant as a file
    sentence = _("One problem, or task, at a time: {command} {problem}")
    raise UsageError(sentence.format(command=COMMAND, problem=line.problem))


def grade_and_show(
    line: CommandLine, problem: Problem, submission: Submission, session: Grader, desk: Desk
) -> Report:
    """Grade, remember, and show: the verdict at once, its cause when it is found."""
    stream = Stream(problem, line.tp or problem.tp, desk)
    on_case = ignore if line.json else stream.case
    report = recorded(line, problem, submission, lambda: graded(
        session, problem, submission, options_of(line), desk, on_case
    ))  # fmt: skip
    if line.json:
        report = with_files(diagnosed(session, report), files_again(line))
        desk.out.text(as_json.dumps(as_json.report_object(report)))
    else:
        stream.end(report)
        steps = steps_for(problem, submission, files_again(line), options_again(line))
        if report.verdict is Verdict.ACCEPTED:
            steps = _with_next(steps, problem, _is_part(line))
        show_failure(report, steps, session, desk)
    trace_file.keep(report)
    return report


def recorded(
    line: CommandLine, problem: Problem, submission: Submission, grade: Callable[[], Report]
) -> Report:
    """What `grade` reports of the files as they are now; progress remembers a whole run."""
    hashes = progress.hashes(problem, submission)  # a file may be saved meanwhile
    report = grade()
    if is_whole(line):
        progress.record(report, hashes)
    return report


def graded(
    session: Grader, problem: Problem, submission: Submission, options: Options, desk: Desk,
    on_case: Callable[[CaseReport], None],
) -> Report:  # fmt: skip
    """The report; a person at a terminal sees meanwhile what is going on."""
    desk.err.status(_("grading {problem} …").format(problem=words.name(problem)))
    try:
        return session.grade(problem, submission, options, on_case)
    finally:
        desk.err.status("")


def ignore(case: CaseReport) -> None:
    """For a report that is shown when it is whole."""


def show_failure(report: Report, steps: Steps, session: Grader | None, desk: Desk) -> None:
    """What is wrong at once; then why, and the next command."""
    screen = desk.out.screen
    judges = report.verdict is Verdict.JUDGE_ERROR
    file = fault.keep_text(report.message) if judges and "\n" in report.message else ""
    desk.out.lines(terminal.failure(report, screen, file))
    report = with_files(diagnosed(session, report), steps.files)
    desk.out.lines(terminal.cause(report, steps, screen))


def exit_code(report: Report) -> int:
    """Of one report; 1 for whatever is the learner's and failed."""
    return _CODES.get(report.verdict, 1)


def diagnosed(session: Grader | None, report: Report) -> Report:
    """With causes, where something failed; an interruption leaves the verdict as it is."""
    if session is None or exit_code(report) != 1:
        return report
    try:
        return session.diagnose(report)
    except KeyboardInterrupt:
        return report


def is_whole(line: CommandLine) -> bool:
    """Whether a run says something about progress: the learner's own files, all cases, new inputs.

    A seed that was seen is no exam: its answers may be written down.
    """
    other = line.file or line.directory or line.model or line.seed
    return not (other or _is_part(line))


def _is_part(line: CommandLine) -> bool:
    """Whether a run leaves out some of a problem's cases."""
    return bool(line.tp or line.case or _task(line))


def _task(line: CommandLine) -> str | None:
    """The id of the task, where the command line names one and not a whole problem."""
    task = catalog.find_task(line.problem)[1] if line.problem else None
    return task.id if task else None


def with_files(report: Report, files: str) -> Report:
    """The report whose commands grade these files again, not those of the working tree."""
    short = f"{COMMAND} {words.name(report.problem)}"
    cases = (
        replace(case, replay=case.replay.replace(short, short + files, 1)) for case in report.cases
    )
    return replace(report, cases=tuple(cases)) if files else report


def steps_for(
    problem: Problem, submission: Submission, files: str = "", options: str = ""
) -> Steps:
    """The commands below a report; `files` and `options` are what must be typed again."""
    todo = course.first_open(problem, submission)
    return Steps(
        again=f"{COMMAND} {words.name(problem)}{files}{options}",
        then=f"{COMMAND} next",
        places=course.places(problem, submission),
        files=files,
        todo=str(todo) if todo else "",
    )


def _with_next(steps: Steps, accepted: Problem, part: bool) -> Steps:
    """With the task that follows, and `show` where `next` would name another.

    After a part of a problem that is the rest of it.
    """
    rest = part and progress.state(accepted) != "passed"
    problem = accepted if rest else course.following(accepted)
    if problem is None:
        return steps
    now = course.step(problem, working_tree(problem))
    if rest and now.is_written:
        then = now.grade
    elif problem == course.current():
        then = steps.then
    else:
        then = f"{COMMAND} show {words.name(problem)}"
    return replace(steps, then=then, then_todo=f"{now.task}, {now.place}")


def files_again(line: CommandLine) -> str:
    """The words of the command that choose other files."""
    again = [str(line.file)] if line.file else []
    again += ["--from", str(line.directory)] if line.directory else []
    again += ["--model", str(line.model)] if line.model else []
    return "".join(f" {shlex.quote(word)}" for word in again)


def options_again(line: CommandLine) -> str:
    """The words that choose fewer cases, or more care."""
    fewer = f" --tp {','.join(map(str, line.tp))}" if line.tp else ""
    return fewer + (" --untrusted" if line.untrusted else "")


def options_of(line: CommandLine, failed: frozenset[str] = frozenset()) -> Options:
    """What the command line asks of the grading."""
    from .grade import Options

    return Options(line.tp, line.seed, line.case, line.model, failed, _task(line), line.untrusted)
