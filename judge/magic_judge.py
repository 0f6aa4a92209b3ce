"""`%judge`: the command in a notebook. A graded problem is shown as HTML, the rest as its text."""

from __future__ import annotations

import contextlib
import io
import os
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from . import cli, command_line, course, fault, grading, interrupt, trace_file
from .command_line import CommandLine
from .desk import Desk
from .errors import MachineUnfit, UsageError
from .i18n import _
from .magic_session import session
from .output import COMMAND, Output
from .records import Report, RunInfo, Verdict
from .render import html, svg_report, terminal
from .render.layout import Screen
from .submission import resolve

SCREEN = Screen(width=80)
_FAILED = (2, 3, 4)  # the exit codes of what is no result: usage, machine, judge


@dataclass(frozen=True)
class Shown:
    """What a notebook shows: HTML, and the same as text where there is no HTML."""

    plain: str
    page: str
    report: Report | None = None

    def __repr__(self) -> str:
        return self.plain

    def _repr_mimebundle_(self, **_options: Any) -> Mapping[str, str]:
        return {"text/plain": self.plain, "text/html": self.page}


def judge(words: str) -> Shown | None:
    """Carry out a command line; a graded problem is returned, anything else printed."""
    try:
        arguments = shlex.split(words)
    except ValueError as error:  # a quote without its end
        raise UsageError(f"{error}.") from None
    line = command_line.parse(arguments)
    if line.verb == "watch":
        raise UsageError(_("watch needs a terminal: {command} watch").format(command=COMMAND))
    if line.verb == "grade" and not line.json:
        return _shown(line)
    print(in_notebook(_command(arguments)), end="")
    return None


def in_notebook(text: str) -> str:
    """Commands as they are typed in a cell: `%judge ch02`."""
    script = os.path.relpath(cli.__file__.replace("cli.py", "../practice/judge.py"))
    return text.replace(f"python {shlex.quote(script)}", "%judge").replace(COMMAND, "%judge")


def _command(arguments: list[str]) -> str:
    """What the command prints. UsageError: it has no result, and says why."""
    out, err = _stream(), _stream()
    with interrupt.heeded(), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = cli.main(arguments, session)
    if code in _FAILED:
        raise UsageError(in_notebook(_text(err)).strip())
    return _text(out) + _text(err)


def _stream() -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True)


def _text(stream: io.TextIOWrapper) -> str:
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue().decode()


def _shown(line: CommandLine) -> Shown:
    """Grade, remember, explain. A fault of the judge is said as one."""
    try:
        with interrupt.heeded():
            report, steps = _graded(line)
    except MachineUnfit as error:
        raise UsageError("\n".join(terminal.machine_unfit(str(error), SCREEN))) from error
    except UsageError:
        raise
    except Exception as error:
        lines = terminal.judge_fault(fault.one_line(error), SCREEN, fault.keep(error))
        raise UsageError("\n".join(lines)) from error
    picture = svg_report.picture(report)
    plain = in_notebook("\n".join(terminal.whole(report, steps, SCREEN)))
    page = in_notebook(html.verdict(report, steps))
    if picture:
        plain, page = f"{plain}\n\n{picture.words}", page + picture.html()
    return Shown(plain, page, report)


def _graded(line: CommandLine) -> tuple[Report, terminal.Steps]:
    problem = course.find_ready(line.problem)
    submission = resolve(problem, line.file, line.directory, line.untrusted)
    files, options = grading.files_again(line), grading.options_of(line)
    report = grading.recorded(line, problem, submission, lambda: grading.graded(
        session(), problem, submission, options, _desk(), grading.ignore
    ))  # fmt: skip
    trace_file.keep(report)
    report = grading.with_files(grading.diagnosed(session(), report), files)
    steps = grading.steps_for(problem, submission, files, grading.options_again(line))
    return replace(report, run=_lasting(report)), steps


def _lasting(report: Report) -> RunInfo:
    """The run without its time, and without its seed where nobody needs to repeat it.

    So the same verdict is the same text, and a page with it does not change when it is run again.
    """
    seed = "" if report.verdict in (Verdict.ACCEPTED, Verdict.NOT_STARTED) else report.run.seed
    return replace(report.run, duration_ms=0.0, seed=seed)


def _desk() -> Desk:
    silent = Output(_stream(), SCREEN)
    return Desk(silent, silent, session)
