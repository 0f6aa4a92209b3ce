"""Chapters that a cell needs and that are not written: they are lent from the solutions.

The chapter whose notebook this is, by the kernel's folder, is never lent; elsewhere none is.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType

from . import assemble, catalog
from .records import Problem, Submission

HOME = catalog.ROOT / assemble.PACKAGE


def lent() -> list[str]:
    """The folders of the other chapters that have an open task, or lack a file."""
    chapters = [problem for problem in catalog.problems() if problem.chapter and problem.ready]
    here = Path.cwd().name
    if here not in [chapter.folder for chapter in chapters]:
        return []
    return [one.folder for one in chapters if one.folder != here and _is_open(one)]


def _is_open(chapter: Problem) -> bool:
    if not all((HOME / chapter.folder / name).is_file() for name in chapter.files):
        return True
    return bool(assemble.unstarted(chapter, assemble.texts(chapter, Submission(HOME))))


class Lender:
    """Has `import chapters.ch01_where_to_cut` find the solution's folder, for those in `folders`.

    On sys.meta_path, before the finder of ordinary files.
    """

    def __init__(self) -> None:
        self.folders: list[str] = []
        self._said: set[str] = set()

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        package, _dot, folder = name.partition(".")
        if package != assemble.PACKAGE or folder not in self.folders:
            return None  # modules of a folder are found where the folder was
        return PathFinder.find_spec(name, [str(catalog.ROOT / "solutions")])

    def news(self) -> list[str]:
        """The folders that were lent for the first time since the last call."""
        used = {folder for folder in self.folders if f"{assemble.PACKAGE}.{folder}" in sys.modules}
        new = sorted(used - self._said)
        self._said |= used
        return new
