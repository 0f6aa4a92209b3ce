"""`%%submit ch02`: the functions of a cell go into the learner's file, by name; then it is graded.

What they replace is shown first, and kept as `reset` keeps it. A cell that cannot be placed whole
changes nothing. Where the parts go is decided in placing.py.
"""

from __future__ import annotations

import difflib
from pathlib import Path

from . import catalog, course, magic_judge, placing, reveal
from .errors import UsageError
from .i18n import _
from .magic_judge import Shown
from .records import Problem
from .submission import shown, working_tree


def submit(words: str, cell: str) -> Shown | None:
    """Write the cell into the files of the problem that `words` names, and grade as `%judge`."""
    name = next(iter(words.split()), "")
    if not name:
        raise UsageError(_("%%submit takes a chapter or a problem: %%submit ch02"))
    problem = course.find_ready(name)
    working_tree(problem)  # each file is there and can be read
    home = catalog.home(problem)
    old = {name: (home / name).read_bytes().decode("utf-8", "replace") for name in problem.files}
    new = placing.placed(problem, catalog.find_task(name)[1], old, cell)
    for file, text in new.items():
        _show_difference(home / file, old[file], text)
    _write(problem, {home / file: text for file, text in new.items() if text != old[file]})
    return magic_judge.judge(words)


def _show_difference(path: Path, old: str, new: str) -> None:
    if old == new:
        print(_("{file} holds this already.").format(file=shown(path)))
        return
    print(_("{file}: - is replaced by +").format(file=shown(path)))
    lines = difflib.unified_diff(old.splitlines(), new.splitlines(), lineterm="", n=2)
    print(*list(lines)[2:], sep="\n")


def _write(problem: Problem, new: dict[Path, str]) -> None:
    """Into the files; what the learner had written there is copied away before."""
    theirs = {path: text for path, text in reveal.changed_files(problem).items() if path in new}
    if theirs:
        folder = reveal.keep(problem, theirs).relative_to(catalog.ROOT)
        print(_("What was there is kept in {folder}").format(folder=folder))
    for path, text in new.items():
        path.write_bytes(text.encode())
