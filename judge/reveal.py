"""Showing what a task asks, showing its solution, starting a file over: the last two ask first."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
import textwrap
import time
from pathlib import Path

from . import catalog, course, placing, progress, stubs
from .command_line import CommandLine
from .desk import Desk
from .errors import UsageError
from .i18n import _
from .output import COMMAND
from .records import Problem, Task
from .render import words
from .render.layout import command, fold
from .source import Source
from .submission import shown, working_tree

BACKUPS = catalog.ROOT / ".judge" / "backups"


def show_task(line: CommandLine, desk: Desk) -> int:
    """What one task asks, as it was given, where it is written and how it is graded."""
    problem = course.find_ready(line.problem)
    _of, task = catalog.find_task(line.problem)
    assert task is not None, "the command line names one"
    place = course.places(problem, working_tree(problem))[task.id]  # "linear.py:12"
    given, home = stubs.stub(problem, task.file), shown(catalog.home(problem))
    desk.out.lines(_code(given, task, f"{home}/{place}"))
    grade = f"{COMMAND} {words.task_name(task.id)}"
    desk.out.lines(command(_("grade"), "", grade, desk.out.screen))
    return 0


def show_solution(line: CommandLine, desk: Desk) -> int:
    """The solution's code for a task, or for all tasks of a problem."""
    problem = course.find_ready(line.problem)
    task = catalog.find_task(line.problem)[1]
    if progress.state(problem) != "passed":
        question = _("{problem} is not accepted yet. Show the solution all the same?")
        if not _agreed(question.format(problem=words.name(problem)), line):
            desk.out.lines([_("Not shown. A hint says less:")])
            desk.out.lines(command("", "", f"{COMMAND} hint {line.problem}", desk.out.screen))
            return 0
    for one in [task] if task else problem.tasks:
        path = catalog.solution_home(problem) / one.file
        desk.out.lines(_code(path.read_text(encoding="utf-8"), one, shown(path)))
    return 0


def start_over(line: CommandLine, desk: Desk) -> int:
    """Put a problem's files, or a task's functions, back to how they were given.

    What was in the files is kept.
    """
    problem = course.find_ready(line.problem)
    task = catalog.find_task(line.problem)[1]
    changed = _with_task_as_given(problem, task) if task else changed_files(problem)
    name = words.task_name(task.id) if task else words.name(problem)
    if not changed:
        desk.out.lines([_("{problem} is as it was given.").format(problem=name)])
        return 0
    files = ", ".join(shown(path) for path in changed)
    question = (
        _("This replaces {functions} in {files} with the given text.")
        if task
        else _("This replaces {files} with the given text.")
    ).format(functions=", ".join(task.names) if task else "", files=files)
    if not _agreed(question + " " + _("Your text is kept. Go on?"), line):
        desk.out.lines([_("Nothing was changed.")])
        return 0
    kept = keep(problem, changed)
    for path, text in changed.items():
        path.write_bytes(text.encode())
    if not any(kept.iterdir()):  # every file had been deleted
        desk.out.lines([_("Done.")])
        return 0
    desk.out.lines([*fold(_("Done. To have your text back:"), desk.out.screen)])
    desk.out.lines(command("", "", _copying(kept, catalog.home(problem)), desk.out.screen))
    return 0


def _copying(source: Path, target: Path) -> str:
    """A command that works where it is typed, however deep that is."""
    there, back = (shlex.quote(os.path.relpath(path)) for path in (source, target))
    return f"cp {there}/*.py {back}/"


def _agreed(question: str, line: CommandLine) -> bool:
    """Yes by --yes, or typed at a terminal; nobody to ask is a UsageError."""
    if line.yes:
        return True
    if not sys.stdin.isatty():
        raise UsageError(_("{question} Add --yes to say so.").format(question=question))
    print(f"{question} [y/N] ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def _code(text: str, task: Task, place: str) -> list[str]:
    """The functions of a task, under its title and where they are."""
    source = Source(text)
    lines = [f"{words.task_title(task)}, {place}", ""]
    for name in task.names:
        node = source.once(name)
        code = b"".join(source.lines[node.lineno - 1 : node.end_lineno]).decode()
        lines += [*textwrap.dedent(code).splitlines(), ""]
    return lines


def _with_task_as_given(problem: Problem, task: Task) -> dict[Path, str]:
    """The learner's file with the task's functions as they were given, where they are not."""
    working_tree(problem)  # the file is there and can be read
    path = catalog.home(problem) / task.file
    text = path.read_bytes().decode("utf-8", "replace")
    new = placing.as_given(task, text, stubs.stub(problem, task.file))
    return {} if new == text else {path: new}


def changed_files(problem: Problem) -> dict[Path, str]:
    """The learner's files that are not as given, with the given text."""
    home = catalog.home(problem)
    given = {home / name: stubs.stub(problem, name) for name in problem.files}
    return {
        p: text for p, text in given.items() if not p.exists() or p.read_bytes() != text.encode()
    }


def keep(problem: Problem, changed: dict[Path, str]) -> Path:
    """Copy the files into a new folder. An OSError stops everything before a file is touched."""
    kept = BACKUPS / time.strftime(f"{problem.folder}-%Y%m%d-%H%M%S")
    number = 1
    while kept.exists():
        number += 1
        kept = kept.with_name(f"{kept.name.rsplit('.', 1)[0]}.{number}")
    try:
        kept.mkdir(parents=True)
        for path in changed:
            if path.exists():
                shutil.copy2(path, kept / path.name)
    except OSError as error:
        raise UsageError(
            _("Nothing was changed: your text could not be kept in {folder}: {why}.").format(
                folder=shown(kept), why=error.strerror
            )
        ) from error
    return kept
