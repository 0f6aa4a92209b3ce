"""`%%ranks 2`: the cell runs on two real ranks, forked and watched as in a grading.

Each rank finds `rank`, `size`, `group` (a TPGroup), `torch` and `dist` (torch.distributed, whose
default group is ready). `from chapters.… import …` gives the learner's files, or what is lent.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from textwrap import indent
from typing import NoReturn

from . import assemble, catalog, interrupt, lesson, magic_lent, verdict
from .assemble import Course
from .errors import UsageError
from .i18n import _
from .launcher import Template
from .magic_judge import Shown
from .magic_session import session
from .records import (
    Case,
    GroupRun,
    Inputs,
    Limits,
    Place,
    Problem,
    Raised,
    RankRun,
)
from .render import html, words
from .report_parts import rank_report
from .runner import Runner
from .source import parse

MOST_RANKS = 16
_LIMITS = Limits(cpu_s=10.0, idle_s=10.0)
_PROBLEM = Problem("cell", 0, "cell", "cell", (), (), limits=_LIMITS, ready=True)
_FILE = "cell"  # as its lines are named: cell:3
_CASE = Case(
    "cell",
    "cell",
    "cell",
    "run",
    lambda _rng, _tp: Inputs(),
    lambda _inputs, _run: None,
    fresh=True,
)


class _Words(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise UsageError(_("%%ranks takes a number of ranks: %%ranks 2, or %%ranks 2 --timeline"))


@dataclass(frozen=True)
class _Cell(Course):
    """The tree that the ranks see, and the cell as one more file of it."""

    source: str = ""

    @property
    def file(self) -> str:
        return str(self.root / _FILE / _FILE)

    def setup(self) -> dict[str, object]:
        own = str(self.root / _FILE)  # of two lines, the cell's is told
        return super().setup() | {"own": own, "package": assemble.PACKAGE}

    def place(self, said: Place | None) -> Place | None:
        """A line of the cell, or of a chapter's file, with its text."""
        if said is None:
            return None
        file = said.file.removeprefix(f"{_FILE}/").removeprefix(f"{assemble.PACKAGE}/")
        return Place(file, said.line, self.text_at(f"{file}:{said.line}"), said.function)

    def text_at(self, place: str) -> str:
        """The line at "cell:3" or "ch02_linear/linear.py:61"."""
        file, _colon, number = place.rpartition(":")
        text = self.source
        if file != _FILE:
            text = (self.root / assemble.PACKAGE / file).read_text("utf-8", "replace")
        lines = text.splitlines()
        return lines[int(number) - 1].strip() if 0 < int(number) <= len(lines) else ""


def ranks(asked: str, cell: str) -> Shown:
    """Run the cell on the ranks that are asked for, and show what each printed."""
    size, wants_timeline = _asked(asked)
    source = "\n" + cell  # the line of the magic counts
    _check(source)
    template = session().template
    directory = Path(tempfile.mkdtemp(dir=template.directory))
    try:
        course = _Cell(directory / "course", _PROBLEM, source=source)
        lent = [folder for folder in _lay_out(course.root) if folder in cell]
        with interrupt.heeded():
            run = _run(template, course, size)
        return _shown(course, run, lent, wants_timeline)
    finally:
        shutil.rmtree(directory, ignore_errors=True)


def _asked(text: str) -> tuple[int, bool]:
    parser = _Words(add_help=False, allow_abbrev=False)
    parser.add_argument("size", type=int)
    parser.add_argument("--timeline", action="store_true")
    asked = parser.parse_args(text.split())
    if not 1 <= asked.size <= MOST_RANKS:
        raise UsageError(_("%%ranks runs 1 to {most} ranks.").format(most=MOST_RANKS))
    return asked.size, asked.timeline


def _check(source: str) -> None:
    try:
        parse(source)
    except SyntaxError as error:
        line = error.lineno or 0
        raise UsageError(_("line {n} of the cell: {why}.").format(n=line, why=error.msg)) from None


def _lay_out(root: Path) -> list[str]:
    """Copy the chapters, with solutions where a chapter is lent; returns their folders."""
    skip = shutil.ignore_patterns("__pycache__", "*.ipynb", ".ipynb_checkpoints", "*.md")
    shutil.copytree(magic_lent.HOME, root / assemble.PACKAGE, ignore=skip)
    lent = magic_lent.lent()
    for folder in lent:
        for path in (catalog.ROOT / "solutions" / folder).glob("*.py"):
            shutil.copy(path, root / assemble.PACKAGE / folder)
    return lent


def _run(template: Template, course: _Cell, size: int) -> GroupRun:
    template.wait_until_ready()
    runner = Runner(template, course, seed="cell")
    params = {"source": course.source, "file": course.file}
    try:
        return runner.run(_CASE, size, Inputs(params))
    finally:
        runner.close()


def _shown(course: _Cell, run: GroupRun, lent: list[str], wants_timeline: bool) -> Shown:
    blocks = [(_("rank {rank}").format(rank=r.rank), _block(course, r, run)) for r in run.ranks]
    trouble = _trouble(run)
    plain = [f"{label}\n{indent(text, '  ')}" for label, text in blocks] + [trouble] * bool(trouble)
    page = html.ranks(blocks, trouble)
    if lent:
        said = _("Lent from the solutions: {names}.").format(names=" ".join(lent))
        plain, page = [*plain, said], page + html.paragraph(said)
    if wants_timeline:
        picture = lesson.draw_timeline(run)
        plain, page = [*plain, picture.words], page + picture.html()
    return Shown("\n".join(plain), page)


def _block(course: _Cell, rank: RankRun, run: GroupRun) -> str:
    """What a rank printed, and how it ended if not well."""
    parts = [rank.output.rstrip()] if rank.output.strip() else []
    if rank.raised:
        parts.append(_error(course, rank.raised))
    elif rank.status == "exited":
        parts.append(_("The process ended: {how}.").format(how=rank.detail))
    elif rank.status != "returned" and "rank 0" not in run.message:
        place = f"   {rank.where}   {rank.where.source.strip()}" if rank.where else ""
        parts.append(words.doing(rank_report(rank)) + place)
    return "\n".join([*parts, *rank.violations]) or _("(printed nothing)")


def _error(course: _Cell, raised: Raised) -> str:
    """The learner's lines of the traceback, outermost first; of an open task only where it is."""
    if raised.task:
        title = raised.message.partition("\n")[0]
        where = str(raised.trace[-1]) if raised.trace else ""
        return _("{task} is not written yet: {where}").format(task=title, where=where)
    places = [f"  {place}   {course.text_at(place)}".rstrip() for place in map(str, raised.trace)]
    return "\n".join([*places, f"{raised.type}: {raised.message}".rstrip(": ")])


def _trouble(run: GroupRun) -> str:
    """What stopped the ranks, in the judge's words; what one of them raised stands below it."""
    found = verdict.draw(_CASE, Inputs(), run)
    if found is None or found.rank is None or run.ranks[found.rank].raised:
        return ""
    rest = found.message if "\n" in found.message else ""
    word = words.leading(found.verdict)
    return f"{word}\n{indent(rest, '  ')}" if rest else f"{word}  {found.message}"
