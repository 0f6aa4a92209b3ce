"""Where a learner's files lie, and whether they can be read at all. It never reads their code.

Whatever is missing or odd is a UsageError of one line that says what to do.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

from . import catalog
from .errors import UsageError
from .i18n import _
from .records import Problem, Submission

MOST_BYTES = 1_000_000


def resolve(
    problem: Problem, file: Path | None, directory: Path | None, untrusted: bool = False
) -> Submission:
    """The files to grade: this file, those under this directory, or the working tree's."""
    if file is not None and directory is not None:
        raise UsageError(_("Give a file or --from, not both."))
    try:
        if file is not None:
            return _with_file(problem, file, untrusted)
        if directory is not None:
            return _from_directory(problem, directory)
        return working_tree(problem)
    except PermissionError as error:  # a folder on the way is closed
        raise UsageError(f"{shown(Path(error.filename))}: {error.strerror}.") from error


def folder_in(problem: Problem, directory: Path) -> Path | None:
    """The problem's folder in a directory of submissions, if it is there."""
    between = ("", "chapters") if problem.chapter else ("practice", "")
    places = [directory / part / problem.folder for part in between]
    return next((place for place in places if place.is_dir()), None)


def shown(path: Path) -> str:
    """The path as people would type it here: relative where that is short."""
    try:
        relative = os.path.relpath(path)
    except ValueError:  # another drive
        return str(path)
    return relative if not relative.startswith(os.path.join("..", "..")) else path.name


def path_of(problem: Problem, submission: Submission, name: str) -> Path:
    """Where one of the problem's files lies."""
    home = submission.root / problem.folder if problem.chapter else submission.root
    return submission.files.get(name, home / name)


def working_tree(problem: Problem) -> Submission:
    """The learner's own files; UsageError when one is missing."""
    home = catalog.home(problem)
    for name in problem.files:
        if not (home / name).exists():
            raise UsageError(
                _("{file} is missing. Get it back: git checkout -- {file}").format(
                    file=shown(home / name)
                )
            )
        _check(home / name, shown(home / name))
    return _submission(problem, home)


def _from_directory(problem: Problem, directory: Path) -> Submission:
    if not directory.is_dir():
        raise UsageError(
            _("--from {directory}: there is no such folder.").format(directory=directory)
        )
    home = folder_in(problem, directory)
    for name in problem.files:
        if home is None or not (home / name).exists():
            wanted = directory / problem.folder / name
            raise UsageError(
                _("{file} is missing: --from takes the folder that holds {folder}.").format(
                    file=wanted, folder=problem.folder
                )
            )
        refuse_link(home / name, directory)
        _check(home / name, str(home / name))
    assert home is not None
    root = home.parent if problem.chapter else home
    return Submission(root.absolute(), closed=directory.absolute())


def refuse_link(path: Path, closed: Path | None) -> None:
    """UsageError for a path in the folder `closed` that a link makes another file's: of any kind.

    Who hands in a link to a file of the one who grades would have it graded, or shown.
    """
    if closed is None or not path.absolute().is_relative_to(closed.absolute()):
        return
    below = path.absolute().relative_to(closed.absolute())
    linked = os.path.isfile(path) and path.stat().st_nlink > 1
    if linked or path.resolve() != closed.resolve() / below:
        raise UsageError(_("{file} is a link: put the file itself there.").format(file=path))


def _with_file(problem: Problem, file: Path, untrusted: bool) -> Submission:
    name = problem.files[0]
    if len(problem.files) > 1:
        if file.name not in problem.files:
            raise UsageError(
                _("{file}: which file of {problem} is it? Name it one of {names}.").format(
                    file=file, problem=catalog.label(problem), names=", ".join(problem.files)
                )
            )
        name = file.name
    _check(file, str(file))
    home = catalog.home(problem)
    root = home.parent if problem.chapter else home
    if untrusted:
        refuse_link(file, file.parent)
        return Submission(root, {name: file.absolute()}, closed=file.parent.absolute())
    return Submission(root, {name: file.resolve()})


def _submission(problem: Problem, home: Path) -> Submission:
    return Submission((home.parent if problem.chapter else home).resolve())


def _check(path: Path, said: str) -> None:
    """Raise unless the path is a regular, readable file of at most 1 MB."""
    if problem := _trouble(path):
        raise UsageError(problem.format(file=said))


def _trouble(path: Path) -> str:
    try:
        found = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return _("{file}: there is no such file. Check the path.")
    except OSError as error:
        return "{file}: " + (error.strerror or str(error)).replace("{", "{{").replace("}", "}}")
    if stat.S_ISDIR(found.st_mode):
        return _("{file} is a folder. Name the file in it, or use --from with the folder.")
    if not stat.S_ISREG(found.st_mode):
        return _("{file} is not a regular file. Copy its text into one.")
    if found.st_size > MOST_BYTES:
        return _("{file} is larger than 1 MB. A solution is a few KB: is it the right file?")
    if not os.access(path, os.R_OK):
        return _("{file} cannot be read. Change its permissions: chmod u+r {file}")
    return ""
