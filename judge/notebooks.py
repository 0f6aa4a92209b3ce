"""Builds each chapters/*/lesson.ipynb from the lesson.md beside it, executed.

It runs in a copy of the tree where the solutions stand in place of the learner's files, so the
notebooks show what finished code prints. Two builds give the same bytes.

    python -m judge.notebooks            write what is out of date
    python -m judge.notebooks ch02       only this lesson
    python -m judge.notebooks --check    write nothing; exit 1 when something is out of date
"""

from __future__ import annotations

import argparse
import asyncio
import difflib
import json
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeAlias

import jupytext
import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

from . import catalog

Book: TypeAlias = Any  # nbformat's own kind of dict

KERNELS = 2  # at a time
TIMEOUT_S = 240  # for a cell
VARIES = "varies"  # tag of a cell whose outputs are not kept
RAISES = "raises-exception"  # tag of a cell that shows an error
_METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
_COPIED = ("judge", "practice", "chapters", "solutions", "models")
_SKIPPED = shutil.ignore_patterns("__pycache__", "*.ipynb", ".ipynb_checkpoints")
_CHANGES = re.compile(r"\bat 0x[0-9a-f]{6,}|/tmp/|/home/|/Users/|site-packages")
_PLAIN = {  # one thread and the plainest instructions: the same digits on every machine
    "OMP_NUM_THREADS": "1",
    "ATEN_CPU_CAPABILITY": "default",
    "MKL_CBWR": "COMPATIBLE",
    "ONEDNN_MAX_CPU_ISA": "SSE41",
    "PYTHONHASHSEED": "0",
    "COLUMNS": "80",
    "LC_ALL": "C.UTF-8",
    "NO_COLOR": "1",
    "TERM": "dumb",
}


class BrokenLesson(Exception):
    """A lesson that cannot be built, and why: the cell and what it said."""


def lessons(root: Path, names: Sequence[str] = ()) -> list[Path]:
    """The sources, in the order of the chapters; `names` such as "ch02" choose some."""
    found = sorted((root / "chapters").glob("*/lesson.md"))
    return [path for path in found if not names or path.parent.name.partition("_")[0] in names]


def lay_out(root: Path, target: Path, solved: bool = True) -> Path:
    """Copy the tree; `solved`: with the solutions in place of what the learner writes."""
    for name in _COPIED:
        if (root / name).is_dir():
            shutil.copytree(root / name, target / name, ignore=_SKIPPED, dirs_exist_ok=True)
    for problem in catalog.problems() if solved else ():
        home, there = catalog.solution_home(problem, root), catalog.home(problem, target)
        for path in home.glob("*.py"):
            there.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, there / path.name)
    return target


def parse(text: str, name: str) -> Book:
    """The notebook of a lesson's source, not executed. A heading begins a cell."""
    parsed = jupytext.reads(text, fmt={"extension": ".md", "split_at_heading": True})
    for number, cell in enumerate(parsed.cells):
        cell.id = f"{name}-{number:02}"
        cell.metadata = nbformat.from_dict({k: v for k, v in cell.metadata.items() if k == "tags"})
    parsed.metadata = nbformat.from_dict(_METADATA)
    parsed.nbformat, parsed.nbformat_minor = 4, 5
    return parsed


async def execute(book: Book, folder: Path, scratch: Path, allow_errors: bool = False) -> None:
    """Run every cell in a kernel of its own that starts in `folder`; outputs go into the book."""
    client = NotebookClient(
        book,
        timeout=TIMEOUT_S,
        allow_errors=allow_errors,
        record_timing=False,
        coalesce_streams=True,
        kernel_name="python3",
        extra_arguments=["--IPKernelApp.log_level=40"],  # no word on how it is reached
        resources={"metadata": {"path": str(folder)}},
    )
    env = {**os.environ, **_PLAIN, "IPYTHONDIR": str(scratch), "JUPYTER_RUNTIME_DIR": str(scratch)}
    await client.async_execute(env=env)


async def build(source: Path, tree: Path, turn: asyncio.Semaphore) -> str:
    """The text of one executed notebook. BrokenLesson: a cell failed, or prints what changes."""
    name = source.parent.name
    book = parse(source.read_text(encoding="utf-8"), name.partition("_")[0])
    async with turn:
        with tempfile.TemporaryDirectory(prefix="lesson-") as scratch:
            try:
                await execute(book, tree / "chapters" / name, Path(scratch))
            except (CellExecutionError, CellTimeoutError, DeadKernelError) as error:
                raise BrokenLesson(f"{name}/lesson.md: {error}") from error
    print(f"  {name}", file=sys.stderr)
    for cell in book.cells:
        _clean(cell, name)
    return str(nbformat.writes(book)).rstrip("\n") + "\n"


def _clean(cell: Any, name: str) -> None:
    """Keep of a cell what is the same in every build; BrokenLesson if it holds something else."""
    cell.metadata = {key: value for key, value in cell.metadata.items() if key == "tags"}
    if cell.cell_type != "code":
        return
    tags = cell.metadata.get("tags", [])
    if VARIES in tags:
        cell.outputs = []
    for output in cell.outputs:
        if output.output_type == "error" and RAISES not in tags:
            raise BrokenLesson(_told(name, cell, f"{output.ename}: {output.evalue}"))
        text = json.dumps(output)
        if found := _CHANGES.search(text):
            around = text[max(0, found.start() - 60) : found.end() + 60]
            raise BrokenLesson(_told(name, cell, f"prints what changes: {around}"))


def _told(name: str, cell: Any, what: str) -> str:
    return f"{name}/lesson.md, cell {cell.id}: {what}\n{cell.source}"


async def build_all(sources: Sequence[Path], tree: Path) -> list[str | BaseException]:
    """The text of each notebook, or why there is none."""
    turn = asyncio.Semaphore(KERNELS)
    tasks = [build(source, tree, turn) for source in sources]
    return await asyncio.gather(*tasks, return_exceptions=True)


def main(arguments: Sequence[str], root: Path = catalog.ROOT) -> int:
    """Write or check; the exit code is 1 when a lesson is broken or out of date."""
    parser = argparse.ArgumentParser(prog="python -m judge.notebooks")
    parser.add_argument("names", nargs="*", help="chapters, such as ch02; without, all")
    parser.add_argument("--check", action="store_true", help="write nothing, say what would be")
    chosen = parser.parse_args(arguments)
    sources = lessons(root, chosen.names)
    if not sources:
        print("There is no such lesson.")
        return 1
    print(f"Running {len(sources)} lessons; each takes seconds…", file=sys.stderr)
    with tempfile.TemporaryDirectory(prefix="lessons-") as directory:
        tree = lay_out(root, Path(directory) / "course")
        texts = asyncio.run(build_all(sources, tree))
    fine = [
        _settle(path, text, chosen.check, root) for path, text in zip(sources, texts, strict=True)
    ]
    return 0 if all(fine) else 1


def _settle(source: Path, text: str | BaseException, check: bool, root: Path) -> bool:
    """Write a notebook, or say what is wrong with it. False: broken, or out of date."""
    book = source.with_suffix(".ipynb")
    shown = book.relative_to(root)
    if isinstance(text, BrokenLesson):
        print(text)
        return False
    if isinstance(text, BaseException):
        raise text
    old = book.read_text(encoding="utf-8") if book.exists() else ""
    if old == text:
        return True
    if check:
        print(f"{shown} is not what lesson.md and the solutions make: make notebooks")
        print(*_difference(old, text), sep="\n")
        return False
    book.write_text(text, encoding="utf-8", newline="\n")
    print(f"wrote {shown}")
    return True


def _difference(old: str, new: str, most: int = 40) -> list[str]:
    lines = difflib.unified_diff(
        old.splitlines(), new.splitlines(), "as it is", "as built", lineterm="", n=1
    )
    return [line[:200] for line in list(lines)[:most]]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
