"""Bodies in and out of a source file: stubs, wrong-on-purpose variants, what is started.

Everything is cut by line numbers from `ast`, so the rest of a file stays as it is, byte for byte.
It reads and returns text; it never imports or runs what it reads.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from .records import Task
from .source import Definition, Edit, Function, Source, begin, end, is_docstring, statements


@dataclass(frozen=True)
class States:
    """Which tasks of a file are started, and which of their functions it does not define."""

    started: dict[str, bool]  # by task id; a task with a missing function counts as started
    missing: tuple[str, ...] = ()  # qualified names
    empty: tuple[str, ...] = ()  # the same, of functions without anything in them


def make_stub(solution: str, tasks: Iterable[Task]) -> str:
    """The solution with the body of each task's functions cut out.

    A body becomes its docstring and `raise NotImplementedError("ch02.3 column forward")`. Private
    functions that only cut bodies used go too. ValueError: a name is not defined exactly once.
    """
    source = Source(solution)
    gaps = {name: f"{task.id} {task.title}" for task in tasks for name in task.names}
    cut = [source.once(name) for name in gaps]
    edits = [
        _gap(source, node, f'raise NotImplementedError("{text}")')
        for node, text in zip(cut, gaps.values(), strict=True)
    ]
    edits += [_removal(source, node) for node in _orphans(source, cut)]
    return source.edited(edits)


def replace_bodies(target: str, donor: str) -> str:
    """The target with every function of the donor in the place of its namesake.

    The whole `def` is replaced, signature and decorators too. A donor class holds just the methods
    to replace. What the target lacks is added: a method at the end of its class, a function or a
    class before the first place that the donor changes. The donor's imports come at the top.
    ValueError: a donor holds something else, or the target defines a name twice.
    """
    source, giver = Source(target), Source(donor)
    edits, fresh = [], []
    for name, node in _donated(source, giver):
        outer = name.rpartition(".")[0]
        if name in source.functions:
            edits.append(_replacement(source, giver, source.once(name), node))
        elif outer:
            edits.append(_addition(source, giver, source.classes[outer], node))
        else:
            fresh.append(giver.block(node, b"", source.newline) + source.newline * 2)
    place = min((edit.first for edit in edits), default=len(source.lines) + 1)
    place = source.statement_above(place)
    imports = _new_imports(source, giver)
    return source.edited(
        [_insertion(source.top(), imports), _insertion(place, b"".join(fresh)), *edits]
    )


def task_states(text: str, tasks: Iterable[Task]) -> States:
    """Which of a file's tasks are started.

    A task is not started while each of its functions is empty: a docstring, `pass`, `...` or
    `raise NotImplementedError`, and nothing else. SyntaxError: the text does not parse.
    """
    source = Source(text)
    started: dict[str, bool] = {}
    missing: list[str] = []
    empty: list[str] = []
    for task in tasks:
        nodes = [source.last(name) for name in task.names]
        found = zip(task.names, nodes, strict=True)
        hollow = [name for name, node in found if node is not None and _is_empty(node)]
        started[task.id] = len(hollow) < len(nodes)
        empty += hollow
        missing += [
            name
            for name, node in zip(task.names, nodes, strict=True)
            if node is None and name not in source.bound
        ]
    return States(started, tuple(missing), tuple(empty))


def _is_empty(node: Function) -> bool:
    body = statements(node)
    return not body or (len(body) == 1 and _is_filler(body[0]))


def _is_filler(node: ast.stmt) -> bool:
    if isinstance(node, ast.Raise):
        raised = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
        return isinstance(raised, ast.Name) and raised.id == "NotImplementedError"
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return node.value.value is ...
    return isinstance(node, ast.Pass)


def _gap(source: Source, node: Function, statement: str) -> Edit:
    """Leave of a body its docstring and one statement."""
    head, rest = node.body[0], statements(node)
    first = begin(rest[0]) if rest else end(head)
    inline = source.continues(head)
    if is_docstring(head) and (inline or (rest and first == end(head))):
        first = end(head)
        kept = source.line(first)[: head.end_col_offset] + b"; "
    elif is_docstring(head):
        first = end(head) + 1
        kept = source.margin(head.lineno)
    elif inline:
        kept = source.line(first)[: head.col_offset]
    else:
        kept = source.margin(first)
        first = source.comments_above(first)
    return Edit(first, source.tail(node), kept + statement.encode() + source.newline)


def _removal(source: Source, node: Function) -> Edit:
    """Take a definition away, with its comments and the blank lines above it."""
    first = source.comments_above(begin(node))
    while first > 1 and not source.line(first - 1).strip():
        first -= 1
    return Edit(first, source.tail(node), b"")


def _orphans(source: Source, cut: list[Function]) -> list[Function]:
    """Private functions that the cut bodies reached, and nothing that stays reaches."""
    private: dict[str, list[Function]] = {}
    for nodes in source.functions.values():
        for node in nodes:
            if node.name.startswith("_") and not node.name.startswith("__") and node not in cut:
                private.setdefault(node.name, []).append(node)
    bodies = [statement for node in cut for statement in statements(node)]
    helpers = [node for nodes in private.values() for node in nodes]
    kept = _reached(_words(source.tree, {*bodies, *helpers}), private)
    lost = _reached((word for node in bodies for word in _words(node, set())), private) - kept
    return [node for name in lost for node in private[name]]


def _reached(words: Iterable[str], private: dict[str, list[Function]]) -> set[str]:
    """The private functions among the words, and those that they use in turn."""
    found: set[str] = set()
    todo = list(words)
    while todo:
        word = todo.pop()
        if word in private and word not in found:
            found.add(word)
            todo += [used for node in private[word] for used in _words(node, set())]
    return found


def _words(node: ast.AST, skip: set[ast.AST]) -> Iterator[str]:
    """Every name, attribute and string below a node."""
    if isinstance(node, ast.Name):
        yield node.id
    elif isinstance(node, ast.Attribute):
        yield node.attr
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value  # __all__, getattr
    for child in ast.iter_child_nodes(node):
        if child not in skip:
            yield from _words(child, skip)


def _donated(source: Source, giver: Source) -> Iterator[tuple[str, Definition]]:
    """What a donor gives: functions, and classes that the target does not have."""

    def walk(body: list[ast.stmt], prefix: str) -> Iterator[tuple[str, Definition]]:
        for node in body:
            name = prefix + getattr(node, "name", "")
            if isinstance(node, ast.ClassDef) and name in source.classes:
                yield from walk(node.body, f"{name}.")
            elif isinstance(node, Definition):
                yield name, node
            elif not is_docstring(node) and not isinstance(node, ast.Import | ast.ImportFrom):
                raise ValueError(
                    f"line {node.lineno} of the donor: only imports, functions and classes"
                )

    yield from walk(giver.tree.body, "")


def _replacement(source: Source, giver: Source, old: Function, new: Definition) -> Edit:
    margin = source.margin(old.lineno)
    return Edit(begin(old), source.tail(old), giver.block(new, margin, source.newline))


def _addition(source: Source, giver: Source, owner: ast.ClassDef, new: Definition) -> Edit:
    if source.continues(owner.body[0]):
        raise ValueError(f"class {owner.name} has its body on the line of its name")
    margin = source.margin(owner.body[0].lineno)
    text = source.newline + giver.block(new, margin, source.newline)
    return _insertion(source.tail(owner) + 1, text)


def _insertion(line: int, text: bytes) -> Edit:
    return Edit(line, line - 1, text)


def _new_imports(source: Source, giver: Source) -> bytes:
    present = {ast.unparse(node) for node in source.tree.body}
    wanted = [
        ast.unparse(node)
        for node in giver.tree.body
        if isinstance(node, ast.Import | ast.ImportFrom)
    ]
    fresh = [text for text in wanted if text not in present and "__future__" not in text]
    return b"".join(text.encode() + source.newline for text in fresh)
