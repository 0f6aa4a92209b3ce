"""Grade one problem and show it as it becomes known: the verdict first, then its likely cause."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from . import course, fault, progress
from .command_line import CommandLine
from .desk import Desk, Grader
from .errors import UsageError
from .i18n import _
from .records import Problem, Report, Submission, Verdict
from .render import as_json, terminal, words
from .render.terminal import Steps
from .submission import resolve

if TYPE_CHECKING:
    from .grade import Options

_CODES = {
    Verdict.ACCEPTED: 0,
    Verdict.NOT_STARTED: 5,
    Verdict.INTERRUPTED: 130,
    Verdict.JUDGE_ERROR: fault.EXIT_CODE,
}


def run(line: CommandLine, desk: Desk) -> int:
    """Grade what the command line names. Returns the exit code."""
    problem = course.find_ready(line.problem)
    submission = resolve(problem, line.file, line.directory)
    tp = _sizes(problem, line)
    hashes = progress.hashes(problem, submission)
    with desk.open_session() as session:
        if not line.json:
            desk.out.lines(terminal.start(problem, tp, desk.out.screen))
        report = graded(session, problem, submission, _options(line), desk)
        if is_whole(line):
            progress.record(report, hashes)
        if line.json:
            report = diagnosed(session, report)
            desk.out.text(as_json.dumps(as_json.report_object(report)))
        else:
            show(report, steps_for(problem, submission, options_again(line)), session, desk)
    return exit_code(report)


def graded(
    session: Grader, problem: Problem, submission: Submission, options: Options, desk: Desk
) -> Report:
    """The report; a person at a terminal sees meanwhile what is going on."""
    desk.err.status(_("grading {problem} …").format(problem=words.name(problem)))
    try:
        return session.grade(problem, submission, options)
    finally:
        desk.err.status("")


def show(report: Report, steps: Steps, session: Grader | None, desk: Desk) -> None:
    """The screen below the first line: the verdict at once, then its cause."""
    desk.out.lines(terminal.tasks(report, desk.out.screen))
    desk.out.lines(terminal.summary(report, desk.out.screen))
    show_failure(report, steps, session, desk)


def show_failure(report: Report, steps: Steps, session: Grader | None, desk: Desk) -> None:
    """What is wrong at once; then why, and the next command."""
    screen = desk.out.screen
    judges = report.verdict is Verdict.JUDGE_ERROR
    file = fault.keep_text(report.message) if judges and "\n" in report.message else ""
    desk.out.lines(terminal.failure(report, screen, file))
    report = diagnosed(session, report)
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
    """Whether a run says something about progress: the learner's own files, all cases."""
    return not (line.file or line.directory or line.tp or line.case or line.model)


def steps_for(problem: Problem, submission: Submission, extra: str = "") -> Steps:
    """The commands below a report; `extra` are the options that choose other files."""
    todo = course.first_open(problem, submission)
    return Steps(
        again=f"{course.COMMAND} {words.name(problem)}{extra}",
        then=f"{course.COMMAND} next",
        todo=str(todo) if todo else "",
    )


def options_again(line: CommandLine) -> str:
    """The part of the command that must be typed again."""
    words_again = [str(line.file)] if line.file else []
    words_again += ["--from", str(line.directory)] if line.directory else []
    words_again += ["--tp", ",".join(map(str, line.tp))] if line.tp else []
    words_again += ["--model", str(line.model)] if line.model else []
    return "".join(f" {shlex.quote(word)}" for word in words_again)


def _sizes(problem: Problem, line: CommandLine) -> tuple[int, ...]:
    strange = [size for size in line.tp or () if size not in problem.tp]
    if strange:
        raise UsageError(
            _("{problem} is graded with {sizes}: --tp {size} is none of them.").format(
                problem=words.name(problem), sizes=words.sizes(problem.tp), size=strange[0]
            )
        )
    return line.tp or problem.tp


def _options(line: CommandLine) -> Options:
    from .grade import Options

    return Options(tp=line.tp, seed=line.seed, case=line.case, model=line.model)
