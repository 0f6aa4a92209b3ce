"""The course as plain lines: progress, what is next, the list, and one problem in full."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..i18n import _, plural
from ..records import Problem
from . import words
from .layout import Screen, columns, command, fold, printable


@dataclass(frozen=True)
class Row:
    """One problem and where it stands."""

    problem: Problem
    mark: str  # "passed", "NEXT", "FAIL", "–", "later"
    note: str = ""  # "5 tasks, about 25 min"


@dataclass(frozen=True)
class Step:
    """The next thing to do, with the places and commands it needs."""

    task: str  # "ch01.1 divide or refuse"
    place: str  # "chapters/ch01_where_to_cut/matmul.py:14"
    grade: str  # command
    read: str = ""  # command or file
    is_written: bool = False  # all of it: what is left is to grade it whole


def progress(rows: Sequence[Row], step: Step | None, screen: Screen) -> list[str]:
    """The screen of `check`, up to what to do next."""
    untouched = [row for row in rows if not row.problem.chapter and row.mark == "–"]
    shown = [row for row in rows if row not in untouched]
    lines = [*_title(rows, screen), "", *_table(shown, screen), *_untouched(untouched, screen)]
    lines += [*_later(rows, screen), *_stale(rows, screen)]
    return [*lines, "", *(next_step(step, screen) if step else [])]


def table(rows: Sequence[Row], screen: Screen) -> list[str]:
    """A line for each problem; practice that comes later is one line."""
    return [*_table(rows, screen), *_later(rows, screen), *_stale(rows, screen)]


def _table(rows: Sequence[Row], screen: Screen) -> list[str]:
    shown = [row for row in rows if not _comes_later(row)]
    widest = max((len(row.problem.title) for row in shown), default=0)
    return [line for row in shown for line in _row(row, widest, screen)]


def _comes_later(row: Row) -> bool:
    return not row.problem.chapter and not row.problem.ready


def next_step(step: Step, screen: Screen) -> list[str]:
    """`Next: ch01.1 divide, chapters/…/matmul.py:14`, how to read about it and how to grade it."""
    line = _("Next: {task}, {place}").format(task=step.task, place=step.place)
    lines = fold(line, screen, rest="  ")
    lines += command(_("read"), "", step.read, screen) if step.read else []
    return [*lines, *command(_("grade"), "", step.grade, screen)]


def what_next(what: str, screen: Screen) -> list[str]:
    """`  Next        python practice/judge.py next`."""
    return command(_("Next"), "", what, screen)


def done(screen: Screen, what: str) -> list[str]:
    """Everything that is there is accepted."""
    line = _("Everything that is here so far is accepted.")
    return [*fold(line, screen), *command(_("Next"), "", what, screen)]


def later(screen: Screen, what: str) -> list[str]:
    """This one cannot be graded yet."""
    return ["", *command(_("Graded now"), "", what, screen)]


def accepted_of(
    accepted: Sequence[str], others: Sequence[str], again: str, screen: Screen
) -> list[str]:
    """What of a folder of submissions is accepted, and what is not."""
    yes = _("Accepted: {names}").format(names=" ".join(accepted) or _("nothing"))
    lines = fold(yes, screen, rest="  ")
    if others:
        lines += fold(_("Not accepted: {names}").format(names=", ".join(others)), screen, rest="  ")
    return [*lines, *command(_("Again"), "", again, screen)]


def problem_page(
    problem: Problem, tasks: Sequence[Sequence[str]], facts: Sequence[tuple[str, str]], text: str,
    screen: Screen,
) -> list[str]:  # fmt: skip
    """One problem: its facts, its tasks as (title, place, state), and the text of practice."""
    lines = [f"{words.name(problem)} {problem.title}", ""]
    for label, value in facts:
        lines += fold(value, screen, f"  {label.ljust(10)}")
    lines.append("")
    widest = max((len(title) for title, *_rest in tasks), default=0)
    for title, place, state in tasks:
        lines += columns(f"  {title}", f"{state.ljust(13)}{place}", 2 + widest, screen)
    return [*lines, *(["", *_markdown(text, screen)] if text else [])]


def _title(rows: Sequence[Row], screen: Screen) -> list[str]:
    counts = [_count(rows, True), _count(rows, False)]
    title, right = _("Tensor parallelism, judged"), " · ".join(counts)
    gap = min(screen.width, 80) - len(title) - len(right)
    return [title + " " * gap + right] if gap >= 2 else [title, *fold(right, screen, "  ")]


def _count(rows: Sequence[Row], chapter: bool) -> str:
    ready = [row for row in rows if row.problem.ready and row.problem.chapter is chapter]
    passed = sum(row.mark == _("passed") for row in ready)
    if chapter:
        sentence = plural("{passed} of {all} chapter", "{passed} of {all} chapters", len(ready))
    else:
        sentence = plural("{passed} of {all} problem", "{passed} of {all} problems", len(ready))
    return sentence.format(passed=passed, all=len(ready))


def _row(row: Row, widest: int, screen: Screen) -> list[str]:
    left = f"  {words.name(row.problem).ljust(4)}  {row.problem.title}"
    right = f"{row.mark.ljust(8)}  {row.note}".rstrip()
    return columns(left, right, 8 + widest, screen)


def _untouched(rows: Sequence[Row], screen: Screen) -> list[str]:
    """`  practice 190–207  not started`: one line, so that the chapters stay on the screen."""
    if not rows:
        return []
    spans = _spans([row.problem.number for row in rows])
    return fold(_("practice {numbers}  not started").format(numbers=spans), screen, "  ", "    ")


def _later(rows: Sequence[Row], screen: Screen) -> list[str]:
    """`  practice 208–209  later`."""
    numbers = [row.problem.number for row in rows if _comes_later(row)]
    if not numbers:
        return []
    line = _("practice {numbers}  later").format(numbers=_spans(numbers))
    return fold(line, screen, "  ", "    ")


def _stale(rows: Sequence[Row], screen: Screen) -> list[str]:
    """What the mark means, where it is shown."""
    if all(row.mark != _("stale") for row in rows):
        return []
    return fold(_("stale: changed since it passed; grade it again"), screen, "  ", "    ")


def _spans(numbers: Sequence[int]) -> str:
    """ "190–198 200–209"."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return " ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)


def _markdown(text: str, screen: Screen) -> list[str]:
    """Markdown almost as it is: paragraphs and list items folded, tables and code kept."""
    lines: list[str] = []
    for line, kept in _joined(printable(text).rstrip().splitlines()):
        first = line[: len(line) - len(line.lstrip("- "))] if line.startswith("- ") else ""
        lines += [line] if kept else fold(line.removeprefix(first), screen, first)
    return lines


_KEPT = ("    ", "|", "#", "```")


def _joined(lines: Sequence[str]) -> list[tuple[str, bool]]:
    """Each paragraph and list item on one line; True is what stays as it is."""
    joined: list[tuple[str, bool]] = []
    fenced = False
    for line in lines:
        kept = fenced or line.startswith(_KEPT)
        fenced ^= line.startswith("```")
        previous, is_over = joined[-1] if joined else ("", True)
        if kept or is_over or not line or not previous or line.startswith("- "):
            joined.append((line, kept))
        else:
            joined[-1] = f"{previous} {line.strip()}", False
    return joined
