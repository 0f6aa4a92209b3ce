"""Writes what the learner opens, chapters/ and practice/, from solutions/ and the catalogue.

A gap's body becomes its docstring and a `raise`; files without gaps are copied as they are.
A file that somebody changed since the last commit is left alone unless --force is given.

    python -m judge.stubs            write what is out of date
    python -m judge.stubs --check    write nothing; exit 1 when something is out of date
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from . import catalog
from .catalog import ROOT
from .records import Problem
from .splice import make_stub

_KEEP = "surrogateescape"  # of a learner's file that is not UTF-8


def stub(problem: Problem, file: str) -> str:
    """What the learner starts from, for one of a problem's files."""
    solution = (catalog.solution_home(problem) / file).read_bytes().decode()
    tasks = [task for task in problem.tasks if task.file == file]
    return make_stub(solution, tasks) if tasks else solution


def generated() -> dict[Path, str]:
    """Every file that this module writes, by its path in the repository."""
    shared = (ROOT / "solutions").glob("*.py")  # tp_group.py, __init__.py
    files = {Path("chapters") / path.name: path.read_bytes().decode() for path in shared}
    for problem in catalog.problems():
        if problem.ready:
            home = catalog.home(problem).relative_to(ROOT)
            files |= {home / name: stub(problem, name) for name in _names(problem)}
    return files


def out_of_date(root: Path = ROOT) -> Iterator[tuple[Path, str, bool]]:
    """Path, wanted text and whether it is safe to write, of each file that is not as wanted."""
    for path, text in generated().items():
        found = _read(root / path)
        if found != text:
            yield path, text, found is None or found == committed(path, root)


def committed(path: Path, root: Path = ROOT) -> str | None:
    """A file's text in the last commit; None when there is none."""
    command = ["git", "show", f"HEAD:{path.as_posix()}"]
    try:
        done = subprocess.run(command, cwd=root, capture_output=True, check=False)
    except OSError:  # no git
        return None
    return done.stdout.decode(errors=_KEEP) if done.returncode == 0 else None


def main(arguments: Sequence[str], root: Path = ROOT) -> int:
    """Write or check; the exit code is 1 when a file is still out of date."""
    parser = argparse.ArgumentParser(prog="python -m judge.stubs")
    parser.add_argument("--check", action="store_true", help="write nothing, say what would be")
    parser.add_argument("--force", action="store_true", help="replace changed files too")
    chosen = parser.parse_args(arguments)
    code = 0
    for path, text, safe in out_of_date(root):
        if chosen.check:
            print(f"{path} is not what solutions/ makes: python -m judge.stubs")
        elif not (safe or chosen.force):
            print(f"{path} differs from the last commit, so it stays; --force replaces it")
        else:
            _write(root / path, text)
            print(f"wrote {path}")
            continue
        code = 1
    return code


def _names(problem: Problem) -> list[str]:
    return sorted(path.name for path in catalog.solution_home(problem).glob("*.py"))


def _read(path: Path) -> str | None:
    return path.read_bytes().decode(errors=_KEEP) if path.exists() else None


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
