"""Chapter 10: which file holds which tensor, and checkpoints that are not complete."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from ..provenance import labelled
from ..records import Case, Check, Finding, GroupRun, Inputs, Verdict
from .ch10_words import refused
from .common import came_to

Rng = np.random.Generator
Make = Callable[[Rng, int], Inputs]
Files = Mapping[str, Sequence[str]]

_SINGLE = "model.safetensors"
_PARTS = ["part-1.safetensors", "part-2.safetensors", "part-3.safetensors"]


def _checkpoint(files: Files | None, index: Mapping[str, str] | None = None) -> Make:
    """Files of tensors of one row, and the index; `files` None is no directory at all."""

    def make(rng: Rng, tp: int) -> Inputs:
        tensors = dict.fromkeys(name for names in (files or {}).values() for name in names)
        arrays = {name: labelled(int(rng.integers(1, 99)), 2) for name in tensors}
        given = None if files is None else {name: list(names) for name, names in files.items()}
        params = {"files": given, "index": None if index is None else dict(index)}
        return Inputs(params, arrays, {"answer": _answer(files, index)})

    return make


def _answer(files: Files | None, index: Mapping[str, str] | None) -> dict[str, str]:
    if files and _SINGLE in files:
        return dict.fromkeys(files[_SINGLE], _SINGLE)
    return dict(index or {})


def _some_index(rng: Rng, tp: int) -> Inputs:
    """Three files; the tensors are spread without any order."""
    names = [f"layers.{n}.weight" for n in range(9)]
    index = {name: _PARTS[int(rng.integers(3))] for name in names} | {"first": _PARTS[0]}
    index |= {"second": _PARTS[1], "third": _PARTS[2]}
    files = {file: [n for n in index if index[n] == file] for file in _PARTS}
    return _checkpoint(files, index)(rng, tp)


def _files_right(inputs: Inputs, run: GroupRun) -> Finding | None:
    wanted = inputs.secret["answer"]
    for how in ("outcome", "outcome of a string"):
        said = run.ranks[0].values[how]
        if said.get("raises") is None and said["value"] == wanted:
            continue
        given = ", the directory given as a string," if how != "outcome" else ""
        return Finding(
            Verdict.WRONG_ANSWER,
            f"tensor_files{given} is wrong.\n{_listing(inputs)}",
            _shown(wanted),
            _shown(said["value"]) if "value" in said else came_to(said),
        )
    return None


def _listing(inputs: Inputs) -> str:
    """What lies in the directory, a file a line."""
    files, index = inputs.params["files"], inputs.params["index"]
    if files is None:
        return "there is no such directory"
    lines = [f"{name} holds {', '.join(held)}" for name, held in files.items()]
    if index is not None:
        told = ", ".join(f"{name} in {file}" for name, file in index.items())
        lines.append(f"the index says {told}")
    return "\n".join(lines) or "the directory is empty"


def _shown(value: Any) -> str:
    if not isinstance(value, dict):
        return came_to({"value": value})
    return ", ".join(f"{name} in {file}" for name, file in sorted(value.items())) or "nothing"


def _refuses_files(sentence: str, kind: str, *texts: str) -> Check:
    def check(inputs: Inputs, run: GroupRun) -> Finding | None:
        said = run.ranks[0].values["outcome"]
        if isinstance(said.get("value"), dict):
            said = {**said, "value": _shown(said["value"])}
        return refused(f"{sentence}\n{_listing(inputs)}", said, texts, kind)

    return check


# cases


def alone(name: str, task: str, title: str, drive: str, make: Make, check: Check,
          visible: bool = False) -> Case:  # fmt: skip
    """A case in which one process does all."""
    return Case(name, f"ch10.{task}", title, drive, make, check, (1,), visible, alone=True)


def _missing_files(name: str, title: str, files: Files | None, index: Mapping[str, str] | None,
                   *texts: str) -> Case:  # fmt: skip
    kind = "FileNotFoundError"
    check = _refuses_files("tensor_files must raise FileNotFoundError.", kind, *texts)
    return alone(name, "1", title, "files", _checkpoint(files, index), check)


_AB = {"a.weight": _PARTS[0], "b.weight": _PARTS[1], "b.bias": _PARTS[1]}
_AB_FILES = {_PARTS[0]: ["a.weight"], _PARTS[1]: ["b.weight", "b.bias"]}

FILE_CASES = (
    alone("files-example", "1", "a single file", "files",
          _checkpoint({_SINGLE: ["norm.weight", "q_proj.weight", "q_proj.bias"]}), _files_right,
          True),
    alone("files-index-example", "1", "two files and an index", "files",
          _checkpoint(_AB_FILES, _AB), _files_right, True),
    alone("files-index", "1", "three files and an index", "files", _some_index, _files_right),
    alone("files-both", "1", "a single file beside an index", "files",
          _checkpoint({_SINGLE: ["c.weight", "d.weight"], **_AB_FILES}, _AB), _files_right),
    alone("files-not-listed", "1", "a file that the index does not name", "files",
          _checkpoint({**_AB_FILES, "older.safetensors": ["a.weight", "c.weight"]}, _AB),
          _files_right),
    alone("files-elsewhere", "1", "a tensor that lies in two files", "files",
          _checkpoint({_PARTS[0]: ["a.weight", "b.weight"], _PARTS[1]: ["b.weight", "b.bias"]},
                      _AB), _files_right),
    _missing_files("no-directory", "no directory", None, None),
    _missing_files("no-files", "neither a file nor an index", {}, None),
    _missing_files("no-index", "files without an index", _AB_FILES, None),
    _missing_files("file-missing", "a file that is not there", {_PARTS[0]: ["a.weight"]}, _AB,
                   _PARTS[1]),
    alone("tensor-misplaced", "1", "a tensor that is not in its file", "files",
          _checkpoint({**_AB_FILES, _PARTS[1]: ["b.weight"]}, _AB),
          _refuses_files("tensor_files must refuse this index.", "ValueError", "b.bias",
                         _PARTS[1])),
)  # fmt: skip
