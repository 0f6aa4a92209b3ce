"""Small changes to the code of a problem's gaps, one at a time: each should be rejected.

It reads and returns text. Statements are deleted, conditions turned, operators exchanged, whole
numbers moved by one, named arguments left out. Assertions, docstrings, annotations, and the words
of errors are left alone: a change there does not change what right code does.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from .source import Function, Source, is_docstring

_OTHER: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult, ast.Mod: ast.FloorDiv, ast.MatMult: ast.Mult, ast.Pow: ast.Mult,
}  # fmt: skip
_LEFT_ALONE = ("annotation", "returns", "decorator_list", "type_params")
_KEPT = (ast.Assert, ast.Pass, ast.Import, ast.ImportFrom, ast.Global, ast.Nonlocal)


@dataclass(frozen=True)
class Mutant:
    """One change: in which function, the line that stood there, the line in its place."""

    function: str  # "RowParallelLinear.forward"
    before: str
    after: str  # "(deleted)"
    text: str  # of the whole file

    def __str__(self) -> str:
        return f"{self.function}: {self.before} → {self.after}"


@dataclass(frozen=True)
class _Place:
    """Where a node hangs: in a field of its owner, at an index if the field is a list."""

    owner: ast.AST
    field: str
    index: int | None

    def get(self) -> Any:
        held = getattr(self.owner, self.field)
        return held if self.index is None else held[self.index]

    def put(self, value: Any) -> None:
        if self.index is None:
            setattr(self.owner, self.field, value)
        else:
            getattr(self.owner, self.field)[self.index] = value


def mutants(solution: str, stub: str) -> Iterator[Mutant]:
    """Every change to the functions that a solution has and its stub has not, or has empty."""
    source, gaps = Source(solution), Source(stub)
    for name, nodes in source.functions.items():
        if list(map(ast.dump, nodes)) != list(map(ast.dump, gaps.functions.get(name, []))):
            for node in nodes:
                yield from _of_function(source.tree, name, node)


def _of_function(tree: ast.Module, name: str, function: Function) -> Iterator[Mutant]:
    for statement, place in _places(function, function):
        old, before = place.get(), _lines(statement)
        for new in _instead(old, place):
            place.put(new)
            deleted = isinstance(new, ast.Pass)
            pairs = zip(before, _lines(statement), strict=False)
            was, now = next((pair for pair in pairs if pair[0] != pair[1]), (before[0], ""))
            if deleted:
                was, now = ast.unparse(old).split("\n")[0], "(deleted)"
            yield Mutant(name, was.strip(), now.strip(), ast.unparse(tree) + "\n")
            place.put(old)


def _lines(node: ast.AST) -> list[str]:
    return ast.unparse(node).split("\n")


def _places(node: ast.AST, statement: ast.AST) -> Iterator[tuple[ast.AST, _Place]]:
    """Every place below a node where something may be changed, and the statement it is in."""
    for field, held in ast.iter_fields(node):
        if field in _LEFT_ALONE:
            continue
        for index, child in enumerate(held) if isinstance(held, list) else [(None, held)]:
            if not isinstance(child, ast.AST) or _is_kept(child):
                continue
            inside = child if isinstance(child, ast.stmt) else statement
            yield inside, _Place(node, field, index)
            if not isinstance(child, ast.Raise):
                yield from _places(child, inside)


def _is_kept(node: ast.AST) -> bool:
    words = isinstance(node, ast.JoinedStr) or (isinstance(node, ast.stmt) and is_docstring(node))
    asserts = isinstance(node, ast.keyword) and node.arg == "strict"  # of zip
    return words or asserts or isinstance(node, _KEPT)


def _instead(node: ast.AST, place: _Place) -> Iterator[ast.AST]:
    """What may stand in a node's place."""
    if type(node) in _OTHER:
        yield _OTHER[type(node)]()
    elif isinstance(node, ast.stmt) and not isinstance(node, ast.FunctionDef | ast.ClassDef):
        yield ast.Pass()
    elif isinstance(node, ast.UnaryOp):
        yield node.operand
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield ast.Constant(node.value + 1)
    elif isinstance(node, ast.keyword) and isinstance(place.owner, ast.Call):
        yield ast.keyword(arg=None, value=ast.Dict([], []))  # `**{}`: as if it were not there
    if place.field == "test" and isinstance(node, ast.expr):
        yield ast.UnaryOp(ast.Not(), node)
