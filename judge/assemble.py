"""Lays a submission out in a private directory: given files, the learner's files, lent chapters.

Ranks import what is laid out here, never the learner's tree or `solutions/` itself.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from . import bytecode, catalog, processes, splice
from .errors import UsageError
from .records import Place, Problem, Submission
from .scratch import readable
from .submission import MOST_BYTES, path_of, refuse_link

PACKAGE = "chapters"


@dataclass(frozen=True)
class Course:
    """A submission as ranks see it."""

    root: Path  # the directory that is put on sys.path, or that holds a practice file
    problem: Problem
    provided: tuple[str, ...] = ()
    sources: dict[str, bytes] = field(default_factory=dict, compare=False)  # by path below root

    def setup(self) -> dict[str, object]:
        """What a rank needs to know to import it."""
        folder = f"{self.problem.folder}." if self.problem.chapter else ""
        return {
            "problem": self.problem.id,
            "root": str(self.root),
            "own": str(self.folder),
            "package": PACKAGE if self.problem.chapter else "",
            "modules": [folder + name.removesuffix(".py") for name in self.problem.files],
            "names": [name for task in self.problem.tasks for name in task.names],
            "needs": list(self.problem.needs),
        }

    def remove(self) -> None:
        """Take away the tree, and the directory that `lay_out` was given for it."""
        processes.remove_tree(self.root.parent)

    def rewrite(self, files: Mapping[str, str]) -> None:
        """Write other texts over the problem's files."""
        with readable():
            _write(self, self.folder, encoded(files))

    @property
    def folder(self) -> Path:
        """Where the problem's own files lie."""
        return self.root / PACKAGE / self.problem.folder if self.problem.chapter else self.root

    def place(self, said: Place | None) -> Place | None:
        """A place as a rank gives it, with its source line, relative to the problem's folder."""
        if said is None:
            return None
        prefix = f"{PACKAGE}/{self.problem.folder}/"
        file = said.file.removeprefix(prefix).removeprefix(f"{PACKAGE}/")
        source = _line(self.sources.get(said.file, b""), said.line)
        return Place(file, said.line, source, said.function)


def texts(problem: Problem, submission: Submission) -> dict[str, str]:
    """The learner's files of a problem, by name; decoded as Python does, errors left visible."""
    return {
        name: _read(problem, submission, name).decode("utf-8-sig", "replace")
        for name in problem.files
    }


def solution_texts(problem: Problem) -> dict[str, str]:
    home = catalog.solution_home(problem)
    return {name: (home / name).read_text(encoding="utf-8") for name in problem.files}


def encoded(files: Mapping[str, str]) -> dict[str, bytes]:
    return {name: text.encode() for name, text in files.items()}


def unstarted(problem: Problem, files: Mapping[str, str]) -> set[str]:
    """The tasks whose bodies are still the stub's; none in a file that does not parse."""
    found: set[str] = set()
    for name, text in files.items():
        tasks = [task for task in problem.tasks if task.file == name]
        try:
            states = splice.task_states(text, tasks)
        except SyntaxError:
            continue
        found |= {task for task, started in states.started.items() if not started}
    return found


def assemble(
    problem: Problem, submission: Submission, directory: Path, failed: frozenset[str] = frozenset()
) -> Course:
    """Lay out a learner's files. Chapters in `failed` are lent from the solutions instead."""
    own = {name: _read(problem, submission, name) for name in problem.files}
    if not problem.chapter:
        return lay_out(problem, own, directory)
    others, provided = {}, []
    for chapter in catalog.upstream(problem):
        files = _upstream(chapter, submission, failed)
        if files is None:
            provided.append(chapter.id)
        else:
            others[chapter.id] = files
    return lay_out(problem, own, directory, others, tuple(provided))


@readable()
def lay_out(
    problem: Problem,
    own: Mapping[str, bytes],
    directory: Path,
    others: Mapping[str, Mapping[str, bytes]] | None = None,
    provided: tuple[str, ...] = (),
) -> Course:
    """Write the tree: `own` files of the problem, `others` of earlier chapters, solutions else."""
    course = Course(directory / "course", problem, provided)
    if not problem.chapter:
        _write(course, course.root, own)
        return course
    package = course.root / PACKAGE
    solutions = catalog.ROOT / "solutions"
    given = {name: (solutions / name).read_bytes() for name in ("__init__.py", "tp_group.py")}
    _lend(course, package, given)
    for chapter in (*catalog.upstream(problem), problem):
        files = own if chapter is problem else (others or {}).get(chapter.id, {})
        lent = _python_files(catalog.solution_home(chapter))
        _lend(course, package / chapter.folder, {n: lent[n] for n in lent if n not in files})
        _write(course, package / chapter.folder, files)
    return course


def _upstream(
    chapter: Problem, submission: Submission, failed: frozenset[str]
) -> dict[str, bytes] | None:
    """The learner's files of an earlier chapter, or None when it must be lent."""
    if chapter.id in failed or not all(
        (submission.root / chapter.folder / name).is_file() for name in chapter.files
    ):
        return None
    tree = Submission(submission.root, closed=submission.closed)
    if unstarted(chapter, texts(chapter, tree)):
        return None
    return {name: _read(chapter, tree, name) for name in chapter.files}


def _python_files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.glob("*.py")}


def _write(course: Course, folder: Path, files: Mapping[str, bytes]) -> None:
    """Into the course's tree; the text is kept, as ranks could replace what lies there."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in files.items():
        (folder / name).write_bytes(data)
        course.sources[str((folder / name).relative_to(course.root))] = data


def _lend(course: Course, folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files of the solutions, which nothing else is written over."""
    _write(course, folder, files)
    for name, data in files.items():
        bytecode.lay(data, folder / name)


def _read(problem: Problem, submission: Submission, name: str) -> bytes:
    """A learner's file, whole; it may have changed since it was looked at."""
    path = path_of(problem, submission, name)
    refuse_link(path, submission.closed)
    try:
        with open(path, "rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise UsageError(f"{os.path.relpath(path)}: {error.strerror}.") from error
    if len(data) > MOST_BYTES:
        raise UsageError(f"{os.path.relpath(path)} is larger than 1 MB.")
    return data


_MOST_SHOWN = 200  # characters of a line


def _line(source: bytes, number: int) -> str:
    lines = source.decode("utf-8", "replace").splitlines()
    line = lines[number - 1].strip() if 0 < number <= len(lines) else ""
    return line if len(line) <= _MOST_SHOWN else line[:_MOST_SHOWN] + "…"
