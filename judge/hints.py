"""Hints: three for each task, each saying more than the one before. One more at each asking.

`hints/<problem>.toml` holds them: `["ch02.4"]`, `levels = ["…", "…", "…"]`. How far a learner has
looked is kept in .judge/hints.json; losing it costs nothing.
"""

from __future__ import annotations

import contextlib
import json
import tomllib
from pathlib import Path

from . import atomic, catalog, course
from .command_line import CommandLine
from .desk import Desk
from .errors import JudgeError, UsageError
from .i18n import _
from .output import COMMAND
from .records import Problem, Task
from .render import words
from .render.layout import Screen, command, fold
from .submission import working_tree

LEVELS = 3
SEEN = catalog.ROOT / ".judge" / "hints.json"
_FOLDER = Path(__file__).parent / "hints"


def run(line: CommandLine, desk: Desk) -> int:
    """Show the next hint of a task, or all up to the level that was asked for."""
    asked = _level(line.second) if line.second else 0
    problem, task = _task(line.problem)
    levels = hints_of(problem)[task.id]
    seen = _seen()
    level = asked or min(seen.get(task.id, 0) + 1, LEVELS)
    again = not asked and seen.get(task.id) == LEVELS
    texts = levels[:level] if asked else [levels[level - 1]]
    desk.out.lines(_page(task, texts, level, again, desk))
    _remember(seen | {task.id: max(level, seen.get(task.id, 0))})
    return 0


def hints_of(problem: Problem) -> dict[str, list[str]]:
    """The hints of every task of a problem; JudgeError when one has not three."""
    path = _FOLDER / f"{problem.id}.toml"
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise JudgeError(f"hints/{problem.id}.toml: {error}") from error
    hints = {task.id: found.get(task.id, {}).get("levels", []) for task in problem.tasks}
    for task, levels in hints.items():
        if len(levels) != LEVELS or not all(isinstance(text, str) and text for text in levels):
            raise JudgeError(f"hints/{problem.id}.toml: {task} must have {LEVELS} levels")
    return hints


def _task(text: str) -> tuple[Problem, Task]:
    """The task that is named; of a whole problem, the first that failed, or that is open.

    Of nothing: what `next` names.
    """
    problem = course.find_ready(text) if text else course.current()
    task = catalog.find_task(text)[1] if text else None
    if task is None:
        tree = working_tree(problem)
        todo = course.first_failed(problem, tree) or course.first_open(problem, tree)
        task = todo.task if todo else problem.tasks[0]
    return problem, task


def _level(text: str) -> int:
    if text not in ("1", "2", "3"):
        raise UsageError(_("A hint has the levels 1 to 3, not {text}.").format(text=text))
    return int(text)


def _page(task: Task, texts: list[str], level: int, again: bool, desk: Desk) -> list[str]:
    screen: Screen = desk.out.screen
    template = _("{task}, hint {level} of {levels}")
    if again:
        template = _("{task}, hint {level} of {levels} again, there are no more")
    title = template.format(task=words.task_title(task), level=level, levels=LEVELS)
    lines = [title]
    for text in texts:
        lines += ["", *fold(" ".join(text.split()), screen, "  ", "  ")]
    verb = "hint" if level < LEVELS else "solution"
    more = f"{COMMAND} {verb} {words.task_name(task.id)}"
    return [*lines, "", *command(_("More"), "", more, screen)]


def _seen() -> dict[str, int]:
    with contextlib.suppress(OSError, ValueError):
        found = json.loads(SEEN.read_text(encoding="utf-8"))
        if isinstance(found, dict):
            return {str(task): level for task, level in found.items() if type(level) is int}
    return {}


def _remember(seen: dict[str, int]) -> None:
    with contextlib.suppress(OSError):
        atomic.write(SEEN, json.dumps(seen) + "\n")
