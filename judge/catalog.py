"""Everything that can be graded: catalog.toml, parsed and validated once.

It says what a problem is and where its files lie. It does not read the files.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import fields
from functools import cache
from pathlib import Path

from .errors import JudgeError, UsageError
from .i18n import _
from .records import Json, Limits, Problem, Task

ROOT = Path(__file__).resolve().parent.parent  # of the repository

_REQUIRED: dict[str, type] = {
    "id": str,
    "number": int,
    "title": str,
    "folder": str,
    "files": list,
    "minutes": int,
}
_OPTIONAL: dict[str, type] = {
    "tasks": list,
    "uses": list,
    "needs": list,
    "tp": list,
    "limits": dict,
    "ready": bool,
}
_LIMITS: dict[str, type] = {"cpu_s": float, "idle_s": float, "memory_mb": int}


def problems() -> tuple[Problem, ...]:
    """Every problem, chapters first, in the order of the catalogue."""
    return _load(Path(__file__).with_name("catalog.toml"))


def find(text: str) -> Problem:
    """The problem that `text` names: "199", "p199", "2", "ch02", "ch02_linear", "linear", "ch02.4".

    Raises UsageError naming the nearest one.
    """
    return find_task(text)[0]


def find_task(text: str) -> tuple[Problem, Task | None]:
    """The problem that `text` names, and the task when it names one ("ch02.4", "199.2")."""
    wanted = text.strip().lower()
    head, dot, tail = wanted.partition(".")
    problem = _by_name().get(wanted) or _by_name().get(head)
    if problem is None:
        raise UsageError(_unknown(text))
    if not dot:
        return problem, None
    for task in problem.tasks:
        if task.id == f"{problem.id}.{tail}":
            return problem, task
    raise UsageError(_unknown_task(problem, text))


def label(problem: Problem) -> str:
    """How people call it: "ch02 linear layers", "199 shard_tensor"."""
    return f"{problem.id if problem.chapter else problem.number} {problem.title}"


def upstream(problem: Problem) -> tuple[Problem, ...]:
    """Every chapter that a problem's files need, through others too, in catalogue order."""
    wanted = set(problem.uses)
    for other in reversed(problems()):
        if other.id in wanted:
            wanted |= set(other.uses)
    return tuple(other for other in problems() if other.id in wanted)


def home(problem: Problem, root: Path = ROOT) -> Path:
    """The folder where the learner's files for a problem lie."""
    return root / ("chapters" if problem.chapter else "practice") / problem.folder


def solution_home(problem: Problem, root: Path = ROOT) -> Path:
    """The folder where the solutions of a problem lie."""
    return root / "solutions" / ("" if problem.chapter else "practice") / problem.folder


def parse(text: str) -> tuple[Problem, ...]:
    """The problems in the text of a catalogue; JudgeError says which entry is wrong."""
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise JudgeError(f"catalog.toml: {error}") from error
    _keys("the file", document, {"problem": list}, {})
    found = tuple(_problem(entry) for entry in document["problem"])
    _cross_check(found)
    return found


@cache
def _load(path: Path) -> tuple[Problem, ...]:
    return parse(path.read_text(encoding="utf-8"))


@cache
def _by_name() -> dict[str, Problem]:
    names: dict[str, Problem] = {}
    for problem in problems():
        short = problem.folder.partition("_")[2]
        for name in (problem.title.lower(), short, problem.folder, problem.id):
            names.setdefault(name, problem)
        names[str(problem.number)] = problem
        if problem.chapter:
            names[f"{problem.number:02}"] = problem
            names[f"ch{problem.number}"] = problem
    return names


def _unknown(text: str) -> str:
    import difflib

    wanted = text.strip().lower()
    is_number = wanted.removeprefix("ch").removeprefix("p").isdecimal()
    cutoff = 0.8 if is_number else 0.5  # ch99 looks like ch09, and is not
    near = difflib.get_close_matches(wanted, _by_name(), n=1, cutoff=cutoff)
    if near:
        nearest = label(_by_name()[near[0]])
        return _("There is no problem {text}. Did you mean {nearest}?").format(
            text=text, nearest=nearest
        )
    if is_number:
        return _no_such_number(text)
    return _("There is no problem {text}. All of them: python practice/judge.py list").format(
        text=text
    )


def _no_such_number(text: str) -> str:
    practice = [problem.number for problem in problems() if not problem.chapter]
    chapters = [problem.id for problem in problems() if problem.chapter]
    return _(
        "There is no problem {text}. There are {first} to {last} and practice {low} to {high}."
    ).format(text=text, first=chapters[0], last=chapters[-1], low=min(practice), high=max(practice))


def _unknown_task(problem: Problem, text: str) -> str:
    if not problem.tasks:
        return _("There is no task {text}: {label} has no tasks yet.").format(
            text=text, label=label(problem)
        )
    return _("There is no task {text}: {label} has the tasks {first} to {last}.").format(
        text=text, label=label(problem), first=problem.tasks[0].id, last=problem.tasks[-1].id
    )


def _problem(entry: Json) -> Problem:
    if not isinstance(entry, dict):
        raise JudgeError(f"catalog.toml: a problem is a table, not {entry!r}")
    name = f"problem {entry.get('id', '?')}"
    _keys(name, entry, _REQUIRED, _OPTIONAL)
    files = _strings(name, "files", entry["files"])
    if not files:
        raise JudgeError(f"catalog.toml: {name}: files is empty")
    prefix = "ch" if str(entry["id"]).startswith("ch") else "p"
    if entry["id"] != f"{prefix}{entry['number']:02}":
        raise JudgeError(f"catalog.toml: {name}: the number {entry['number']} is not in the id")
    return Problem(
        id=entry["id"],
        number=entry["number"],
        title=entry["title"],
        folder=entry["folder"],
        files=files,
        tasks=tuple(_task(name, entry["id"], files, task) for task in entry.get("tasks", [])),
        uses=_strings(name, "uses", entry.get("uses", [])),
        needs=_strings(name, "needs", entry.get("needs", [])),
        tp=_sizes(name, entry.get("tp", [1, 2, 4])),
        limits=_limits(name, entry.get("limits", {})),
        minutes=entry["minutes"],
        ready=entry.get("ready", False),
    )


def _task(name: str, problem_id: str, files: tuple[str, ...], entry: Json) -> Task:
    if not isinstance(entry, dict):
        raise JudgeError(f"catalog.toml: {name}: a task is a table, not {entry!r}")
    where = f"{name}: task {entry.get('id', '?')}"
    _keys(where, entry, {"id": str, "title": str, "names": list}, {"file": str})
    file = entry.get("file", files[0])
    if file not in files:
        raise JudgeError(f"catalog.toml: {where}: {file} is not among the problem's files")
    if "file" not in entry and len(files) > 1:
        raise JudgeError(f"catalog.toml: {where}: says no file, and the problem has several")
    if not entry["id"].startswith(f"{problem_id}."):
        raise JudgeError(f"catalog.toml: {where}: the id does not begin with {problem_id}.")
    names = _strings(where, "names", entry["names"])
    if not names:
        raise JudgeError(f"catalog.toml: {where}: names is empty")
    return Task(entry["id"], entry["title"], file, names)


def _limits(name: str, entry: Mapping[str, Json]) -> Limits:
    _keys(f"{name}: limits", entry, {}, _LIMITS)
    assert set(_LIMITS) == {field.name for field in fields(Limits)}
    return Limits(**entry)


def _keys(
    name: str, entry: Mapping[str, Json], required: dict[str, type], optional: dict[str, type]
) -> None:
    known = required | optional
    for key, value in entry.items():
        if key not in known:
            raise JudgeError(f"catalog.toml: {name}: unknown key {key!r}")
        wanted = (int, float) if known[key] is float else known[key]
        if not isinstance(value, wanted) or (isinstance(value, bool) and wanted is not bool):
            raise JudgeError(f"catalog.toml: {name}: {key} is {value!r}, not {known[key].__name__}")
    for key in required:
        if key not in entry:
            raise JudgeError(f"catalog.toml: {name}: {key} is missing")


def _strings(name: str, key: str, values: Iterable[Json]) -> tuple[str, ...]:
    found = tuple(values)
    if not all(isinstance(value, str) and value for value in found):
        raise JudgeError(f"catalog.toml: {name}: {key} holds something else than names: {found}")
    if len(set(found)) < len(found):
        raise JudgeError(f"catalog.toml: {name}: {key} names something twice: {found}")
    return found


def _sizes(name: str, values: Iterable[Json]) -> tuple[int, ...]:
    found = tuple(values)
    if not found or not all(type(value) is int and value > 0 for value in found):
        raise JudgeError(f"catalog.toml: {name}: tp holds something else than sizes: {found}")
    return found


def _cross_check(found: tuple[Problem, ...]) -> None:
    """Numbers, folders and task ids are unique; `uses` points to chapters that come before."""
    seen: set[str] = set()
    for problem in found:
        for used in problem.uses:
            if used not in seen or not used.startswith("ch"):
                raise JudgeError(
                    f"catalog.toml: problem {problem.id}: uses {used}, which is no earlier chapter"
                )
        for unique in (problem.id, problem.folder, *(task.id for task in problem.tasks)):
            if unique in seen:
                raise JudgeError(f"catalog.toml: problem {problem.id}: {unique} is used twice")
            seen.add(unique)
        if problem.ready and not problem.tasks:
            raise JudgeError(f"catalog.toml: problem {problem.id}: is ready but has no tasks")
