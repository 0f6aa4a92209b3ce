"""`%%yours`: a cell that uses the learner's own files, which may not be written yet.

A gap that the cell meets is named with its place; a changed file is imported anew before the next
cell, in whatever editor it was saved.
"""

from __future__ import annotations

import ast
import importlib
import re
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from . import magic_lent
from .i18n import _
from .submission import shown

_MODULES = "chapters.ch"
_TASK = re.compile(r"\s*((?:ch\d\d)\.\d+ .*)")
_TOLD = re.compile(r"NotImplementedError: (ch\d\d\.\d+ .*)")

State = dict[str, tuple[int, int]]

_lender = magic_lent.Lender()
_waiting: dict[str, str] = {}  # name that an unfinished cell would have made -> the open task


def watch(shell: Any) -> None:
    """Before each cell, forget the chapters when one of their files has changed."""
    seen: State = {}
    sys.meta_path.insert(0, _lender)
    sys.dont_write_bytecode = True  # a .pyc is taken as fresh for a second after a change

    def look(_info: Any = None) -> None:
        nonlocal seen
        now = _state()
        if now != seen:
            seen = now
            _lender.folders = magic_lent.lent()
            forget(shell.user_ns)

    shell.events.register("pre_run_cell", look)


def forget(names: dict[str, Any]) -> None:
    """Import the chapters anew, and have `names` refer to the new objects of theirs."""
    for module in [name for name in sys.modules if name.startswith(_MODULES)]:
        del sys.modules[module]
    importlib.invalidate_caches()
    for name, value in list(names.items()):
        home = getattr(value, "__module__", None)
        if isinstance(home, str) and home.startswith(_MODULES) and hasattr(value, "__qualname__"):
            names[name] = _anew(value, home)


def _anew(value: Any, home: str) -> Any:
    """The object of the same name in the changed file; the old one while that does not load."""
    try:
        return getattr(importlib.import_module(home), value.__qualname__)
    except Exception:  # the cell that imports it will say why
        return value


def _state() -> State:
    """When each file was written, and its size."""
    files = [(path, path.stat()) for path in magic_lent.HOME.glob("ch*/*.py")]
    return {str(path): (stat.st_mtime_ns, stat.st_size) for path, stat in files}


def run(shell: Any, cell: str) -> None:
    """Run the cell. An open task, or a name that waits for one, is said in a few lines."""
    __tracebackhide__ = True
    code = "\n" + shell.transform_cell(cell)  # the line of the magic counts
    try:
        _execute(shell, code, cell)
    except (NotImplementedError, NameError, RuntimeError) as error:
        said = _unwritten(error, code) or _unfinished(error) or _unwritten_elsewhere(error, code)
        if not said:
            raise
        print(said)
    else:
        for name in _made_by(code):
            _waiting.pop(name, None)
    if lent := _lender.news():
        print(_("Lent from the solutions: {names}.").format(names=" ".join(lent)))


def _execute(shell: Any, code: str, cell: str) -> None:
    """As IPython does: the value of the last expression is shown."""
    __tracebackhide__ = True
    number = shell.displayhook.exec_result.execution_count or 0
    name = shell.compile.cache(code, number, raw_code=cell)
    body = shell.compile.ast_parse(code, filename=name).body
    last = [body.pop()] if body and isinstance(body[-1], ast.Expr) else []
    exec(compile(ast.Module(body, []), name, "exec"), shell.user_global_ns, shell.user_ns)
    if last:
        exec(compile(ast.Interactive(last), name, "single"), shell.user_global_ns, shell.user_ns)


def _unwritten(error: BaseException, code: str) -> str:
    """Which gap was met, if one was; what the cell would have made waits for it."""
    for one in _chain(error):
        task = _TASK.match(str(one)) if isinstance(one, NotImplementedError) else None
        frames = [
            frame
            for frame, line in traceback.walk_tb(one.__traceback__)
            if "/chapters/" in frame.f_code.co_filename
        ]
        if task and frames:
            _waiting.update(dict.fromkeys(_made_by(code), task.group(1)))
            return _gap(task.group(1), frames[-1])
    return ""


def _unwritten_elsewhere(error: BaseException, code: str) -> str:
    """The gap that another process met, as its traceback tells: chapters are not lent there."""
    for one in _chain(error):
        if found := _TOLD.search(str(one)):
            _waiting.update(dict.fromkeys(_made_by(code), found.group(1)))
            first = _("{task} is not written yet, and a process of this cell needs it.")
            again = _("Write it, save the file, and run this cell again.")
            return first.format(task=found.group(1)) + "\n" + again
    return ""


def _gap(task: str, frame: Any) -> str:
    path = shown(Path(frame.f_code.co_filename).resolve())
    where = f"{path}:{frame.f_lineno}, {frame.f_code.co_qualname}"
    first = _("{task} is not written yet: {where}.").format(task=task, where=where)
    return first + "\n" + _("Write it, save the file, and run this cell again.")


def _unfinished(error: BaseException) -> str:
    """A name of an earlier cell that stopped at a gap."""
    name = getattr(error, "name", None) or ""
    if name not in _waiting:
        return ""
    line = _("{name} comes from a cell above, which waits for {task}.")
    first = line.format(name=name, task=_waiting[name])
    return first + "\n" + _("Write that, run the cell above again, and then this one.")


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """An error, and those it was raised from."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _made_by(code: str) -> set[str]:
    """The names that a cell binds at its top level or inside."""
    nodes = list(ast.walk(ast.parse(code)))
    stored = {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    defined = {n.name for n in nodes if isinstance(n, ast.FunctionDef | ast.ClassDef)}
    aliases = [a for n in nodes if isinstance(n, ast.Import | ast.ImportFrom) for a in n.names]
    return stored | defined | {alias.asname or alias.name for alias in aliases}
