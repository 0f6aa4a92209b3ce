"""Grades a problem again whenever one of its files is saved. Ctrl-C ends it.

The files are looked at several times a second instead of waiting for events of the system: a few
dozen `stat` calls cost nothing, and they also work on network drives and in containers, where
events do not come. The template of ranks stays warm, so a verdict takes well under a second.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

from . import catalog, course, grading, interrupt
from .command_line import CommandLine
from .desk import Desk, Grader
from .errors import UsageError
from .i18n import _
from .records import Problem
from .render import words
from .submission import working_tree

PAUSE_S = 0.1
Stamp = tuple[int, int]  # time of change in ns, size


def run(line: CommandLine, desk: Desk) -> int:
    """Grade now, then on every save, until Ctrl-C."""
    problems = [course.find_ready(line.problem)] if line.problem else course.ready()
    files = {catalog.home(p) / name: p for p in problems for name in p.files}
    stamps = {path: stamp(path) for path in files}  # a save during the first grading counts
    with desk.open_session() as session:
        first = problems[0] if line.problem else course.current()
        _grade(first, session, desk)
        desk.err.lines(["", _("Watching {files} files. Save to grade, Ctrl-C to stop.").format(
            files=len(files)
        )])  # fmt: skip
        for path in saves(stamps):
            desk.out.lines(["", "─" * min(desk.out.screen.width, 60)])
            _grade(files[path], session, desk)
    return 0


def saves(stamps: dict[Path, Stamp | None]) -> Iterator[Path]:
    """Each file that is no longer as its stamp says, once size and time have settled."""
    while True:
        for path, before in stamps.items():
            if (now := stamp(path)) in (before, None):
                continue  # unchanged, or gone for the moment while an editor replaces it
            time.sleep(PAUSE_S / 4)
            if stamp(path) == now:
                stamps[path] = now
                yield path
        time.sleep(PAUSE_S)


def stamp(path: Path) -> Stamp | None:
    """What changes when a file is saved; None when it is not there."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def _grade(problem: Problem, session: Grader, desk: Desk) -> None:
    """One grading as the command itself does it; a file that cannot be read now is said so."""
    line = CommandLine("grade", problem=words.name(problem))
    try:
        grading.grade_and_show(line, problem, working_tree(problem), session, desk)
    except UsageError as error:
        desk.err.lines([str(error)])
    interrupt.check()  # who stops a grading stops watching
