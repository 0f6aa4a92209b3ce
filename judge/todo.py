"""What of a file is not written yet, and where it belongs."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from . import splice
from .records import Task
from .render import words
from .source import parse
from .submission import shown


@dataclass(frozen=True)
class Todo:
    """A task, and the file where it is to be written."""

    task: Task
    path: Path
    text: str  # of that file
    name: str = ""  # of the first function that is empty, where others of the task are written

    @property
    def begun(self) -> bool:
        return bool(self.name)

    @property
    def place(self) -> str:
        return f"{shown(self.path)}:{line_of(self.text, self.name or self.task.names[0])}"

    def __str__(self) -> str:
        return f"{words.task_title(self.task)}, {self.place}"


def of_file(path: Path, tasks: Sequence[Task]) -> list[Todo]:
    """The tasks that are not wholly written; none where the file does not parse.

    A private helper may be left empty in a task that is begun: whoever does without it may.
    """
    text = text_of(path)
    try:
        states = splice.task_states(text, tasks)
    except SyntaxError:  # it is being written
        return []
    found = []
    for task in tasks:
        empty = [name for name in task.names if name in states.empty and not _is_private(name)]
        if not states.started[task.id]:
            found.append(Todo(task, path, text))
        elif empty:
            found.append(Todo(task, path, text, empty[0]))
    return found


def _is_private(name: str) -> bool:
    last = name.rpartition(".")[2]
    return last.startswith("_") and not last.startswith("__")


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8-sig", errors="replace")


def line_of(text: str, name: str) -> int:
    """The line of a function, "divide" or "RowParallelLinear.forward"; 1 where it is missing."""
    try:
        nodes: list[ast.stmt] = parse(text).body
    except SyntaxError:
        return 1
    line = 1
    for part in name.split("."):
        node = next((n for n in nodes if getattr(n, "name", "") == part), None)
        if node is None:
            return line
        line, nodes = node.lineno, getattr(node, "body", [])
    return line
