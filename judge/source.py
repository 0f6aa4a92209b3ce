"""A Python source text as lines, syntax tree and functions by qualified name.

Lines are bytes, because `col_offset` counts UTF-8 bytes. They end where Python's tokenizer ends
them: at \\n, \\r\\n or \\r, never at a form feed.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef
Definition: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef

_LINE = re.compile(rb"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+\Z")
_BOM = "\ufeff"


def parse(text: str) -> ast.Module:
    """`ast.parse`; SyntaxError also for a zero byte and for nesting beyond what Python can hold."""
    try:
        return ast.parse(text)
    except (ValueError, RecursionError, MemoryError) as error:
        raise SyntaxError(str(error) or "too deeply nested") from error


@dataclass(frozen=True)
class Edit:
    """Lines first to last, counted from 1, become `text`; last = first - 1 inserts."""

    first: int
    last: int
    text: bytes  # whole lines


class Source:
    """A parsed text. Line numbers count from 1, as in `ast`."""

    def __init__(self, text: str) -> None:
        self.start = _BOM if text.startswith(_BOM) else ""
        text = text.removeprefix(_BOM)
        with warnings.catch_warnings():  # of odd escapes in strings
            warnings.simplefilter("ignore")
            self.tree = parse(text)
        self.lines: list[bytes] = _LINE.findall(text.encode())
        self.newline = _line_end(self.lines[0]) if self.lines else b"\n"
        self.unended = bool(self.lines) and not _line_end(self.lines[-1])
        self.newline = self.newline or b"\n"
        if self.unended:
            self.lines[-1] += self.newline
        self.functions: dict[str, list[Function]] = {}
        self.classes: dict[str, ast.ClassDef] = {}
        self.bound: set[str] = set()  # by assignment or import
        self._index(self.tree, "")

    def _index(self, parent: ast.AST, prefix: str) -> None:
        for node in ast.iter_child_nodes(parent):
            if isinstance(node, Function):
                self.functions.setdefault(prefix + node.name, []).append(node)
            elif isinstance(node, ast.ClassDef):
                self.classes[prefix + node.name] = node
                self._index(node, f"{prefix}{node.name}.")
            elif isinstance(node, ast.alias):
                self.bound.add(prefix + (node.asname or node.name))
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                self.bound.add(prefix + node.id)
            elif not isinstance(node, ast.Lambda):  # into the branches of an if, a try, a with
                self._index(node, prefix)

    def once(self, name: str) -> Function:
        """The one function of that name; ValueError when there is none, or another."""
        found = self.functions.get(name, [])
        if len(found) != 1:
            raise ValueError(f"{name} is defined {len(found)} times, expected once")
        return found[0]

    def last(self, name: str) -> Function | None:
        """The function of that name that counts when there are several."""
        found = self.functions.get(name)
        return found[-1] if found else None

    def line(self, number: int) -> bytes:
        """A line without its end."""
        return self.lines[number - 1].rstrip(b"\r\n")

    def margin(self, number: int) -> bytes:
        """The white space that a line begins with."""
        line = self.line(number)
        return line[: len(line) - len(line.lstrip())]

    def continues(self, node: ast.stmt) -> bool:
        """Whether something comes before a statement on its line, or a backslash joins it on."""
        before = self.line(node.lineno)[: node.col_offset]
        above = self.line(node.lineno - 1) if node.lineno > 1 else b""
        return bool(before.strip()) or above.endswith(b"\\")

    def comments_above(self, number: int) -> int:
        """The first of the comment lines right above a line and aligned with it, or that line."""
        margin = self.margin(number)
        while number > 1 and self.line(number - 1).startswith(margin + b"#"):
            number -= 1
        return number

    def tail(self, node: Definition) -> int:
        """The last line of a definition, with the deeper comments that follow it."""
        last = end(node)
        for number in range(last + 1, len(self.lines) + 1):
            text = self.line(number).strip()
            if not text:
                continue
            if not text.startswith(b"#") or len(self.margin(number)) <= node.col_offset:
                break
            last = number
        return last

    def top(self) -> int:
        """The line before which an import can go: after the docstring and __future__ imports."""
        body = self.tree.body
        after = 1 if body and is_docstring(body[0]) else 0
        while after < len(body) and getattr(body[after], "module", "") == "__future__":
            after += 1
        if after:
            return end(body[after - 1]) + 1
        return begin(body[0]) if body else len(self.lines) + 1

    def statement_above(self, number: int) -> int:
        """The first line of the module's statement that holds a line, with its comments."""
        starts = [begin(node) for node in self.tree.body if begin(node) <= number <= end(node)]
        return self.comments_above(starts[-1]) if starts else number

    def block(self, node: Definition, margin: bytes, newline: bytes) -> bytes:
        """A definition's own lines, moved to a margin; the inside of strings stays."""
        old = self.margin(node.lineno)
        frozen = {
            number
            for part in ast.walk(node)
            if isinstance(part, ast.Constant | ast.JoinedStr)
            for number in range(part.lineno + 1, (part.end_lineno or 0) + 1)
        }
        lines = []
        for number in range(begin(node), end(node) + 1):
            line = self.line(number)
            if number not in frozen and line.strip() and line.startswith(old):
                line = margin + line.removeprefix(old)
            lines.append(line + newline)
        return b"".join(lines)

    def edited(self, edits: Iterable[Edit]) -> str:
        """The text after edits, which may not overlap; those at one line keep their order."""
        lines = list(self.lines)
        for edit in reversed(sorted(edits, key=lambda edit: (edit.first, edit.last))):
            lines[edit.first - 1 : edit.last] = [edit.text]
        text = b"".join(lines).decode()
        parse(text)  # an edit that breaks the file never leaves this function
        return self.start + (text.removesuffix(self.newline.decode()) if self.unended else text)


def begin(node: ast.stmt) -> int:
    """The first line of a statement, decorators included."""
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(decorator.lineno for decorator in decorators)])


def end(node: ast.stmt) -> int:
    """The last line of a statement."""
    assert node.end_lineno is not None
    return node.end_lineno


def is_docstring(node: ast.stmt) -> bool:
    """Whether a statement is a bare string."""
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def statements(node: Function) -> list[ast.stmt]:
    """A function's body without its docstring."""
    return node.body[1:] if is_docstring(node.body[0]) else node.body


def _line_end(line: bytes) -> bytes:
    return line[len(line.rstrip(b"\r\n")) :]
