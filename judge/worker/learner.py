"""Loading a learner's files, and telling the judge what went wrong in them."""

from __future__ import annotations

import difflib
import gc
import importlib
import importlib.util
import linecache
import os
import re
import sys
import traceback
from types import ModuleType
from typing import Any

from .link import Places

MAX_TEXT = 400
_TASK = re.compile(r"^\s*((?:ch\d\d|p\d{3})\.\d+)\b")


class Learner:
    """The names of a problem's files: `learner.divide` is looked up in each of them, in order."""

    def __init__(self, package: str, modules: list[ModuleType]) -> None:
        self._package, self._modules = package, modules

    def __getattr__(self, name: str) -> Any:
        for module in self._modules:
            if name in vars(module):
                return vars(module)[name]
        raise AttributeError(f"there is no {name}")

    def chapter(self, path: str) -> ModuleType:
        """A module of another chapter: `learner.chapter("ch05_embedding.embedding")`."""
        return importlib.import_module(f"{self._package}.{path}")


def load(root: str, package: str, modules: list[str]) -> Learner:
    """Import the learner's files from the directory `root`.

    `package` is the tree the chapters lie in; it is empty for a problem that stands alone, whose
    files are imported by path.
    """
    if package:
        if root not in sys.path:
            sys.path.insert(0, root)
        return Learner(package, [importlib.import_module(f"{package}.{name}") for name in modules])
    return Learner("", [_from_file(f"{root}/{name}.py", name) for name in modules])


def unload(folder: str) -> None:
    """Forget what was imported from below `folder`: its files have changed."""
    below = folder + os.sep
    for name, module in list(sys.modules.items()):
        if str(getattr(module, "__file__", "")).startswith(below):
            del sys.modules[name]
    linecache.clearcache()
    gc.collect(0)  # it is switched off; of what is new, models and modules refer to themselves


def _from_file(path: str, name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def missing(learner: Learner, names: list[str]) -> list[str]:
    """One sentence for each name that the files should define and do not."""
    sentences = []
    for name in names:
        holder: Any = learner
        for part in name.split("."):
            if not hasattr(holder, part):
                sentences.append(_missing_sentence(learner, name, part, holder))
                break
            holder = getattr(holder, part)
    return sentences


def _missing_sentence(learner: Learner, name: str, part: str, holder: Any) -> str:
    spaces = [vars(module) for module in learner._modules] if holder is learner else [vars(holder)]
    near = difflib.get_close_matches(part, [n for space in spaces for n in space], 1)
    return f"{name} is not defined" + (f". Did you mean {near[0]}?" if near else "")


def describe(error: BaseException, places: Places) -> dict[str, Any]:
    """An exception as JSON: type, message, the learner's innermost line and their traceback."""
    frames = [f for f in traceback.extract_tb(error.__traceback__) if places.owns(f.filename)]
    where = [places.place(f.filename, f.lineno or 0, f.name) for f in frames]
    if isinstance(error, SyntaxError) and places.owns(error.filename or ""):
        where.append(places.place(error.filename or "", error.lineno or 0, ""))
    text = _text(error)
    task = _TASK.match(text) if isinstance(error, NotImplementedError) else None
    return {
        "type": type(error).__name__[:80],
        "message": text[:MAX_TEXT],
        "where": places.innermost(where),
        "task": task.group(1) if task else "",
        "trace": where[-8:],
    }


def _text(error: BaseException) -> str:
    """What an error says, then its notes."""
    try:
        if isinstance(error, SyntaxError):
            column = f", column {error.offset}" if error.offset else ""
            return f"{error.msg}{column}"
        said = [str(error), *map(str, getattr(error, "__notes__", ()))]
        return ", ".join(filter(None, said))
    except Exception:  # a learner's exception class may fail to print
        return ""
