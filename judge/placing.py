"""Functions and classes of a text into the files of a problem, by their names.

It reads and returns text. Every refusal is a UsageError of one line, and nothing is placed then.
"""

from __future__ import annotations

import ast
import difflib
from collections.abc import Mapping

from . import splice
from .errors import UsageError
from .i18n import _
from .records import Problem, Task
from .source import Definition, Function, Source, is_docstring

Sources = Mapping[str, Source]


def placed(
    problem: Problem, task: Task | None, files: Mapping[str, str], cell: str
) -> dict[str, str]:
    """The new text of each file that a cell changes; `files` are the texts as they are now.

    The cell holds imports, whole functions, classes with the methods to replace, or a bare method
    whose class is clear: the one of `task`, or the only one that has it. Its first line is line 2,
    after that of the magic.
    """
    giver = _parsed("\n" + cell, _("the cell"))
    sources = {name: _parsed(text, name) for name, text in files.items()}
    nodes = _definitions(giver)
    places = [_place(node, sources, problem, task) for node in nodes]
    first = next((file for file, _owner in places if file), problem.files[0])
    parts: dict[str, list[str]] = {}
    for node, (file, owner) in zip(nodes, places, strict=True):
        parts.setdefault(file or first, []).append(_text(giver, node, owner))
    imports = _imports(giver, problem)
    return {file: _replaced(files[file], imports + given) for file, given in parts.items()}


def as_given(task: Task, text: str, stub: str) -> str:
    """The text of a task's file with the task's functions as the stub has them."""
    _parsed(text, task.file)
    giver = Source(stub)
    nodes = [(giver.once(name), name.rpartition(".")[0]) for name in task.names]
    return _replaced(text, [_text(giver, node, owner) for node, owner in nodes])


def _parsed(text: str, name: str) -> Source:
    try:
        return Source(text)
    except SyntaxError as error:
        line = error.lineno or 1
        raise _refusal(
            _("line {n} of {name}: {why}").format(n=line, name=name, why=error.msg)
        ) from None


def _refusal(why: str) -> UsageError:
    return UsageError(_("{why}. Nothing was written.").format(why=why))


def _definitions(giver: Source) -> list[Definition]:
    """The functions and classes of the cell, where it holds nothing else."""
    found = []
    for node in giver.tree.body:
        if isinstance(node, Definition):
            found.append(node)
            inside = node.body if isinstance(node, ast.ClassDef) else []
            others = [n for n in inside if not isinstance(n, Function) and not is_docstring(n)]
        else:
            others = [] if isinstance(node, ast.Import | ast.ImportFrom) else [node]
        if others:
            sentence = _("line {n} of the cell is no import, function, class or method")
            raise _refusal(sentence.format(n=others[0].lineno))
    if not found:
        raise _refusal(_("The cell holds no function and no class"))
    return found


def _place(
    node: Definition, sources: Sources, problem: Problem, task: Task | None
) -> tuple[str, str]:
    """The file and the class to add around it; no file for a private helper that is new."""
    for file, names in _names(sources, problem).items():
        if node.name in names:
            if isinstance(node, ast.ClassDef):
                _check_methods(node, names)
            return file, ""
    owners = [] if isinstance(node, ast.ClassDef) else _owners(node.name, sources, problem, task)
    if len(owners) == 1:
        return owners[0]
    if owners:
        classes = _(" and ").join(owner for _file, owner in owners)
        sentence = _("{name} is a method of {classes}: write the class around it")
        raise _refusal(sentence.format(name=node.name, classes=classes))
    if node.name.startswith("_"):
        return "", ""
    raise _refusal(_no_such(node.name, set().union(*_names(sources, problem).values())))


def _names(sources: Sources, problem: Problem) -> dict[str, set[str]]:
    """By file, all that it defines or should: "divide", "RowParallelLinear", "Row….forward"."""
    names = {file: {*source.functions, *source.classes} for file, source in sources.items()}
    for task in problem.tasks:
        for name in task.names:
            names[task.file] |= {name, name.partition(".")[0]}
    return names


def _owners(
    method: str, sources: Sources, problem: Problem, task: Task | None
) -> list[tuple[str, str]]:
    """The classes that a bare method may belong to, with their files; those of tasks first."""
    tasks = [task] if task else problem.tasks
    of_tasks = [(one.file, name) for one in tasks for name in one.names]
    others = [(file, name) for file, names in _names(sources, problem).items() for name in names]
    for candidates in (of_tasks, others):
        found = {(f, n.rpartition(".")[0]) for f, n in candidates if n.endswith(f".{method}")}
        if found:
            return sorted(found)
    return []


def _check_methods(node: ast.ClassDef, names: set[str]) -> None:
    """Each method is one that the class has; helpers may be new."""
    for method in node.body:
        name = getattr(method, "name", "_")
        if f"{node.name}.{name}" not in names and not name.startswith("_"):
            own = {n.partition(".")[2] for n in names if n.startswith(f"{node.name}.")}
            raise _refusal(_no_such(name, own, node.name))


def _no_such(name: str, known: set[str], owner: str = "") -> str:
    near = difflib.get_close_matches(name, sorted(known), 1)
    where = owner or _("This problem")
    if near:
        return _("{where} has no {name}. Did you mean {near}?").format(
            where=where, name=name, near=near[0]
        )
    return _("{where} has no {name}").format(where=where, name=name)


def _text(giver: Source, node: Definition, owner: str) -> str:
    """A definition as text, in a class where one belongs around it."""
    head, margin = (f"class {owner}:\n", b"    ") if owner else ("", b"")
    return head + giver.block(node, margin, b"\n").decode()


def _imports(giver: Source, problem: Problem) -> list[str]:
    """The cell's imports, but for those of the files themselves and of the lessons' tools."""
    own = [f"chapters.{problem.folder}.{name.removesuffix('.py')}" for name in problem.files]
    found = []
    for node in giver.tree.body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith((*own, "judge")):
            continue
        if isinstance(node, ast.Import | ast.ImportFrom):
            found.append(ast.unparse(node) + "\n")
    return found


def _replaced(text: str, parts: list[str]) -> str:
    try:
        return splice.replace_bodies(text, "\n".join(parts))
    except (ValueError, SyntaxError) as error:
        raise _refusal(str(error)) from None
