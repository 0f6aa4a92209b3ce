"""`trace N`: what each rank called in the last run of a problem, as text or as a file."""

from __future__ import annotations

from pathlib import Path

from . import course, trace_file
from .command_line import CommandLine
from .desk import Desk
from .errors import UsageError
from .i18n import _
from .output import COMMAND
from .records import Problem
from .render import chrome, svg_timeline, words
from .render import trace as pages
from .trace import Trace


def run(line: CommandLine, desk: Desk) -> int:
    """Returns the exit code."""
    problem = course.find_ready(line.problem)
    trace = last(problem)
    if line.out is None:
        desk.out.lines(pages.lines(trace, words.name(problem), desk.out.screen))
    else:
        desk.out.lines([_written(trace, words.name(problem), line.out)])
    return 0


def last(problem: Problem) -> Trace:
    """The trace of the last run; UsageError where there is none."""
    trace = trace_file.last(problem)
    if trace is None:
        raise UsageError(
            _("There is no run of {problem} to show yet: {command} {problem}").format(
                problem=words.name(problem), command=COMMAND
            )
        )
    return trace


def _written(trace: Trace, name: str, path: Path) -> str:
    svg = path.suffix.lower() == ".svg"
    text = svg_timeline.timeline(trace, name) if svg else chrome.dumps(trace, name)
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        why = error.strerror or error
        raise UsageError(_("{file}: {why}").format(file=path, why=why)) from None
    if svg:
        return _("{file} is a picture for any browser.").format(file=path)
    return _("{file} opens in ui.perfetto.dev or chrome://tracing.").format(file=path)
