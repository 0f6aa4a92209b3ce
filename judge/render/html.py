"""A report, and what ranks printed, as HTML that stands alone: inline style, no script.

Colours are mid-tones on the page's own background, and text is the page's own, so that it reads in
dark and in light; every colour is doubled by a word. terminal.py has the same as text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from html import escape
from textwrap import dedent

from ..records import Report, Verdict
from . import terminal, words
from .layout import LABEL_WIDTH, Screen, printable
from .terminal import Steps

GOOD, BAD, OPEN = "#1a7f6b", "#b3471d", "#6b7280"  # told apart by colour-blind readers too
_SCREEN, _WIDE = Screen(width=88), Screen(width=10_000)
_GAP = re.compile(r" {2,}")
_BOX = "margin:6px 0;padding:8px 14px;border-left:4px solid {colour};line-height:1.45"
_PRE = (
    "margin:6px 0;padding:8px 10px;background:rgba(128,128,128,.13);border-radius:4px;"
    "white-space:pre-wrap;overflow-wrap:anywhere;font-size:.92em;line-height:1.35"
)
_BADGE = (
    "display:inline-block;padding:0 7px;border-radius:3px;background:{colour};color:#fff;"
    "font-size:.85em;font-weight:600"
)
_CELL = "text-align:left;vertical-align:top;padding:2px 14px 2px 0;border:0;background:none"


def verdict(report: Report, steps: Steps) -> str:
    """The whole report."""
    parts = [
        _head(report),
        _tasks(report),
        *(_pre(table) for table in words.tables_shown(report)),
        _failure(report),
        _cause(report, steps),
    ]
    return _box(_colour(report.verdict), "".join(parts))


def ranks(blocks: Sequence[tuple[str, str]], trouble: str = "") -> str:
    """What each rank printed, side by side: (label, text); `trouble` is what stopped them."""
    columns = "".join(
        f'<div style="flex:1 1 14em;min-width:0"><b>{escape(label)}</b>{_pre(text)}</div>'
        for label, text in blocks
    )
    row = f'<div style="display:flex;flex-wrap:wrap;gap:0 14px">{columns}</div>'
    if not trouble:
        return row
    first, _newline, rest = trouble.partition("\n")
    said = f"<b>{escape(first)}</b>" + (_pre(rest) if rest else "")
    return row + _box(BAD, said)


def paragraph(text: str) -> str:
    return f"<p>{escape(text)}</p>"


def _box(colour: str, inside: str) -> str:
    return f'<div style="{_BOX.format(colour=colour)}">{inside}</div>'


def _pre(text: str) -> str:
    return f'<pre style="{_PRE}">{escape(printable(text))}</pre>'


def _badge(word: str, colour: str) -> str:
    return f'<span style="{_BADGE.format(colour=colour)}">{escape(word)}</span>'


def _colour(found: Verdict) -> str:
    if found in words.PASSED:
        return GOOD
    return OPEN if found in words.WAITED else BAD


def _head(report: Report) -> str:
    title = f"{words.name(report.problem)} {report.problem.title}, {words.sizes(report.run.tp)}"
    first, *rest = [line.strip() for line in terminal.summary(replace(report, tables=()), _WIDE)]
    word, said = _GAP.split(first)
    lines = [f"{_badge(word, _colour(report.verdict))} <b>{escape(title)}</b>", escape(said)]
    return "<br>".join([*lines, *map(escape, rest)])


def _tasks(report: Report) -> str:
    """A row for each task that was graded: its word, its title, how many cases."""
    graded = [[c for c in report.cases if c.task == task.id] for task in report.problem.tasks]
    rows = []
    for cases, line in zip(filter(None, graded), terminal.tasks(report, _WIDE), strict=True):
        word, *rest = _GAP.split(line.strip())
        badge = _badge(word, _colour(terminal.task_verdict(cases)))
        rows.append(_row([badge, *map(escape, rest)]))
    return f'<table style="margin:8px 0;border-collapse:collapse">{"".join(rows)}</table>'


def _row(cells: Sequence[str]) -> str:
    """The first cell, a badge or a label, is never broken."""
    styles = [_CELL + ";white-space:nowrap", *[_CELL] * (len(cells) - 1)]
    tds = (f'<td style="{style}">{cell}</td>' for style, cell in zip(styles, cells, strict=True))
    return f'<tr style="background:none">{"".join(tds)}</tr>'


def _failure(report: Report) -> str:
    """What is wrong and where, in the columns of the terminal."""
    lines = terminal.failure(report, _SCREEN)[1:]
    return _pre(dedent("\n".join(lines))) if lines else ""


def _cause(report: Report, steps: Steps) -> str:
    """Why, what is still right, and the next command: a label and its text in each row."""
    rows: list[list[str]] = []
    for line in terminal.cause(report, steps, _WIDE):
        label, text = line[: LABEL_WIDTH + 2].strip(), line[LABEL_WIDTH + 2 :].strip()
        if label:
            rows.append([label, text])
        else:
            rows[-1][1] += "\n" + text
    cells = [[f"<b>{escape(label)}</b>", _text(text)] for label, text in rows]
    return (
        f'<table style="border-collapse:collapse">{"".join(map(_row, cells))}</table>'
        if cells
        else ""
    )


def _text(text: str) -> str:
    return escape(text).replace("\n", "<br>")
