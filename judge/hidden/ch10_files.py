"""Chapter 10: which file holds which tensor, and checkpoints that are not complete."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from ..i18n import _
from ..provenance import labelled
from ..records import Case, Check, Finding, GroupRun, Inputs, Verdict
from ..wire import described
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
    """Three files; the tensors are spread without any order. The first one lies in two of them.

    A fourth file, which the index does not name, has old tensors and one that is nowhere else.
    """
    names = [f"layers.{n}.weight" for n in range(9)]
    index = {name: _PARTS[int(rng.integers(3))] for name in names} | {"first": _PARTS[0]}
    index |= {"second": _PARTS[1], "third": _PARTS[2]}
    files = {file: [n for n in index if index[n] == file] for file in _PARTS}
    files[_PARTS[1]].append("first")
    files["older.safetensors"] = ["second", "third", "fourth"]
    return _checkpoint(files, index)(rng, tp)


def _files_right(inputs: Inputs, run: GroupRun) -> Finding | None:
    wanted = inputs.secret["answer"]
    for how in ("outcome", "outcome of a string"):
        said = run.ranks[0].values[how]
        if said.get("raises") is None and said["value"] == wanted:
            continue
        sentence = _("tensor_files is wrong.\n{listing}")
        if how != "outcome":
            sentence = _("tensor_files, the directory given as a string, is wrong.\n{listing}")
        return Finding(
            Verdict.WRONG_ANSWER,
            sentence.format(listing=_listing(inputs)),
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
        said = ", ".join(f"{name} in {file}" for name, file in index.items())
        lines.append(f"the index says {said}")
    return "\n".join(lines) or "the directory is empty"


def _shown(value: Any) -> str:
    if not isinstance(value, dict):
        return came_to({"value": value})
    return ", ".join(f"{name} in {file}" for name, file in sorted(value.items())) or "nothing"


def _refuses_files(sentence: str, kind: str, *texts: str) -> Check:
    def check(inputs: Inputs, run: GroupRun) -> Finding | None:
        said = run.ranks[0].values["outcome"]
        return refused(f"{sentence}\n{_listing(inputs)}", _in_words(said), texts, kind)

    return check


def _in_words(said: Mapping[str, Any]) -> Mapping[str, Any]:
    value = said.get("value")
    return {**said, "value": described(_shown(value))} if isinstance(value, dict) else said


def _not_there(rng: Rng, tp: int) -> Inputs:
    """No directory, an empty one, files without an index, an index that names another file."""
    made = [_checkpoint(*each)(rng, tp) for each in _LACKING]
    arrays = {name: array for one in made for name, array in one.arrays.items()}
    return Inputs({"directories": [dict(one.params) for one in made]}, arrays)


def _finds_nothing(inputs: Inputs, run: GroupRun) -> Finding | None:
    sentence = _("tensor_files must raise FileNotFoundError.")
    outcomes = run.ranks[0].values["outcomes"]
    for params, said in zip(inputs.params["directories"], outcomes, strict=True):
        what = f"{sentence}\n{_listing(Inputs(params))}"
        texts = [_PARTS[1]] if params["index"] is not None else []
        finding = refused(what, _in_words(said), texts, "FileNotFoundError")
        if finding is not None:
            return finding
    return None


# cases


def alone(name: str, task: str, title: str, drive: str, make: Make, check: Check,
          visible: bool = False) -> Case:  # fmt: skip
    """A case in which one process does all."""
    return Case(name, f"ch10.{task}", title, drive, make, check, (1,), visible, alone=True)


_AB = {"a.weight": _PARTS[0], "b.weight": _PARTS[1], "b.bias": _PARTS[1]}
_AB_FILES = {_PARTS[0]: ["a.weight"], _PARTS[1]: ["b.weight", "b.bias"]}
_LACKING: tuple[tuple[Files | None, Mapping[str, str] | None], ...] = (
    (None, None),
    ({}, None),
    (_AB_FILES, None),
    ({_PARTS[0]: ["a.weight"]}, _AB),
)

FILE_CASES = (
    alone("files-example", "1", "a single file", "files",
          _checkpoint({_SINGLE: ["norm.weight", "q_proj.weight", "q_proj.bias"]}), _files_right,
          True),
    alone("files-index-example", "1", "two files and an index", "files",
          _checkpoint(_AB_FILES, _AB), _files_right, True),
    alone("files-index", "1", "three files and an index, and a file that it does not name",
          "files", _some_index, _files_right),
    alone("files-both", "1", "a single file beside an index", "files",
          _checkpoint({_SINGLE: ["c.weight", "d.weight"], **_AB_FILES}, _AB), _files_right),
    alone("not-there", "1", "no directory, no files, no index, a file that is missing",
          "not_there", _not_there, _finds_nothing),
    alone("tensor-misplaced", "1", "a tensor that is not in its file", "files",
          _checkpoint({**_AB_FILES, _PARTS[1]: ["b.weight"]}, _AB),
          _refuses_files(_("tensor_files must refuse this index."), "ValueError", "b.bias",
                         _PARTS[1])),
)  # fmt: skip
