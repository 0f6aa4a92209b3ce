"""Chapter 10: filling a model, on each rank, with what belongs there and never with more."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ..i18n import _
from ..provenance import Source, labelled
from ..records import Case, Check, Finding, GroupRun, Inputs, Verdict
from ..telling import saying
from . import ch10_model
from .ch10_model import PACKED, SMALL, SMALL_PACKED, TIED, layout, shapes, sizes_for, small_layout
from .ch10_words import refused
from .common import Expected, integers, outputs

Rng = np.random.Generator
Make = Callable[[Rng, int], Inputs]

_SINGLE = "model.safetensors"
_SIDE = 256  # of the tensors of the memory case: 256 KiB each
_NUM_TENSORS = 16
_AT_ONCE = 3  # tensors: one, a converted copy, and what Python needs for itself


# filling a model


def _load(tied: bool = False, has_head: bool = True, num_files: int = 1, again: bool = False,
          stale: bool = False, exact: bool = False, **more: Any) -> Make:  # fmt: skip
    """A checkpoint of labels for a Qwen3 model of 2 layers, in one file or several."""

    def make(rng: Rng, tp: int) -> Inputs:
        sizes = sizes_for(tp, tied)
        wanted = shapes(sizes)
        if tied and has_head:
            wanted["lm_head.weight"] = wanted["model.embed_tokens.weight"]
        start, arrays = int(rng.integers(1, 2000)), {}
        for prefix in ("", "again ")[: 1 + again]:
            for name, dims in wanted.items():
                arrays[prefix + name] = integers(rng, *dims) if exact else labelled(start, *dims)
                start += int(np.prod(dims))
        if tied and has_head:  # as in a real checkpoint, the same table twice
            heads = {n: n.replace("lm_head", "model.embed_tokens") for n in arrays if "head" in n}
            arrays |= {name: arrays[table] for name, table in heads.items()}
        params = {"packed": PACKED, "tied": TIED if tied else {}, **more}
        params |= {"layouts": [layout(sizes, rank, tp) for rank in range(tp)]}
        params |= _files(rng, list(wanted), num_files, stale)
        return Inputs(params, arrays, {"sizes": sizes})

    return make


def _files(rng: Rng, names: list[str], num_files: int, stale: bool) -> dict[str, Any]:
    """Which tensor lies in which file. `stale`: a file more, not in the index, of other values."""
    if num_files == 1:
        return {"files": {_SINGLE: names}, "index": None}
    parts = [f"model-{i + 1:05}-of-{num_files:05}.safetensors" for i in range(num_files)]
    where = {name: parts[int(rng.integers(num_files))] for name in names}
    files = {part: [n for n in names if where[n] == part] for part in parts}
    if stale:
        old = [f"stale {name}" for name in names]
        files = {"a-backup.safetensors": old, **files, "old.safetensors": old}
    return {"files": files, "index": where}


def _loaded(inputs: Inputs, tp: int) -> list[Expected]:
    ranks: list[dict[str, Any]] = [{} for _ in range(tp)]
    for prefix, suffix in (("", ""), ("again ", " after another load")):
        tensors = _tensors(inputs, prefix)
        for rank, held in enumerate(ranks if tensors else []):
            mine = ch10_model.parameters(inputs.secret["sizes"], tensors, rank, tp)
            held |= {name + suffix: values for name, values in mine.items()}
    return list(ranks)


def _tensors(inputs: Inputs, prefix: str) -> dict[str, np.ndarray]:
    found = {n: a for n, a in inputs.arrays.items() if n.startswith("again ") == bool(prefix)}
    return {name.removeprefix(prefix): array for name, array in found.items()}


def _sources(inputs: Inputs) -> list[Source]:
    return ch10_model.sources(inputs.secret["sizes"], _tensors(inputs, ""))


def _filled(inputs: Inputs, run: GroupRun) -> Finding | None:
    """The dtype is the model's, unless the call asks for another."""
    dtype = inputs.params.get("load_dtype") or inputs.params.get("model_dtype", "float32")
    typed = replace(inputs, params={**inputs.params, "dtype": dtype})
    exact = "file_dtype" in inputs.params or dtype != "float32"
    told = None if exact else _sources
    return outputs(_loaded, sources=told, counts=lambda *_: {})(typed, run)


def _other_dtype(rng: np.random.Generator, tp: int) -> Inputs:
    """A wider dtype on 1 rank, whose numbers the model's own would round; a narrower one on 2."""
    if tp == 1:
        return _load(model_dtype="bfloat16", load_dtype="float32")(rng, tp)
    return _load(exact=True, load_dtype="bfloat16")(rng, tp)


def _dtypes(inputs: Inputs) -> str:
    """`a model in bfloat16, loaded with dtype=torch.float32`."""
    own, asked = inputs.params.get("model_dtype", "float32"), inputs.params["load_dtype"]
    return _("a model in {own}, loaded with dtype=torch.{asked}").format(own=own, asked=asked)


def _example(rng: Rng, tp: int) -> Inputs:
    """2 query heads' worth of small numbers is enough to see what goes where."""
    return _load(num_files=2)(np.random.default_rng(10), tp)


# what does not fit


def _small(shapes_of: Mapping[str, Sequence[int] | None]) -> Make:
    """The small checkpoint with other shapes, without a tensor (None), or with one more."""

    def make(rng: Rng, tp: int) -> Inputs:
        wanted = {n: d for n, d in {**SMALL, **shapes_of}.items() if d is not None}
        arrays = {name: labelled(1, *dims) for name, dims in wanted.items()}
        params: dict[str, Any] = {"packed": SMALL_PACKED, "files": {_SINGLE: list(wanted)}}
        params |= {"layouts": [small_layout(rank, tp) for rank in range(tp)]}
        return Inputs(params, arrays)

    return make


def _refuses(sentence: str, *texts: str, untouched: bool = False) -> Check:
    """Every rank refuses, naming the texts; with `untouched`, before it has filled a parameter."""

    def check(inputs: Inputs, run: GroupRun) -> Finding | None:
        for rank in run.ranks:
            finding = refused(
                _("{sentence} It must be refused.").format(sentence=sentence),
                rank.values["outcome"],
                texts,
            )
            if finding is not None:
                return replace(finding, rank=rank.rank)
            if untouched and rank.values["filled"]:
                what = _("{sentence} Names are checked before anything is loaded.").format(
                    sentence=sentence
                )
                filled = ", ".join(rank.values["filled"][:3]) + " filled"
                return Finding(
                    Verdict.WRONG_ANSWER,
                    what,
                    _("no parameter filled"),
                    filled,
                    rank.rank,
                    _("The error"),
                )
        return None

    return check


# memory


def _many(rng: Rng, tp: int) -> Inputs:
    """16 tensors of 256 KiB in two files."""
    names = [f"layers.{number}.weight" for number in range(_NUM_TENSORS)]
    dims, rows = [_SIDE, _SIDE], _SIDE // tp
    layouts = []
    for rank in range(tp):
        part = {"whole": dims, "dim": 0, "start": rank * rows, "length": rows, "first": 0,
                "padded": False}  # fmt: skip
        entry = {"shape": [rows, _SIDE], "loader": True, "parts": [[None, part]]}
        layouts.append(dict.fromkeys(names, entry))
    params = {"packed": {}, "layouts": layouts, "fill": dims}
    return Inputs(params | _files(rng, names, 2, False))


def _never_whole(inputs: Inputs, run: GroupRun) -> Finding | None:
    one = 4 * _SIDE * _SIDE
    for rank in run.ranks:
        if not rank.values["all parameters are filled"]:
            return Finding(Verdict.WRONG_ANSWER, _("Parameters are not filled."), rank=rank.rank)
        held = rank.values["tensors at a time"]
        if held > _AT_ONCE:
            return Finding(
                Verdict.CONTRACT_VIOLATION,
                _(
                    "Rank {rank} has {held} tensors of the checkpoint in memory, or as many bytes, "
                    "when a weight_loader is called. The checkpoint has {count} tensors of {size} "
                    "KiB, in two files."
                ).format(rank=rank.rank, held=held, count=_NUM_TENSORS, size=one >> 10),
                _("one tensor at a time, {size} KiB").format(size=one >> 10),
                f"{held * one >> 10} KiB",
                rank.rank,
                _("Every parameter is filled"),
            )
    return None


# cases


def _case(name: str, title: str, drive: str, make: Make, check: Check,
          tp: tuple[int, ...] = (1, 2, 3, 4), visible: bool = False) -> Case:  # fmt: skip
    return Case(name, "ch10.5", title, drive, make, check, tp, visible)


_OTHER_NAMES = _small({"up.bias": None, "extra.scale": (2,)})
_OTHER_SHAPES = _small({"up.weight": (1, 3), "down.weight": (3, 16), "norm.weight": (1,)})

LOAD_CASES = (
    _case("load-example", "a model of 2 layers in 2 files", "load", _example, _filled, (2,), True),
    _case("load", "one file", "load", _load(again=True), _filled),
    _case("load-index", "three files, and files that the index does not name; no tied head",
          "load", _load(num_files=3, stale=True, tied=True, has_head=False), _filled, (1, 2, 4)),
    _case("load-tied", "a tied head that the file has too", "load", _load(tied=True), _filled,
          (1, 2)),
    _case("load-into-bfloat16", "a float32 checkpoint into a bfloat16 model", "load",
          _load(exact=True, model_dtype="bfloat16"), _filled, (2,)),
    _case("load-dtype", "dtype=, another one than the model's", "load", _other_dtype,
          saying(_filled, _dtypes), (1, 2)),
    _case("load-names", "a tensor is missing, another is too many", "load_refused", _OTHER_NAMES,
          _refuses(_("The checkpoint lacks up.bias, and the model has no extra.scale."), "up.bias",
                   "extra.scale", untouched=True), (1, 2)),
    _case("load-shapes", "tensors of other shapes", "load_refused", _OTHER_SHAPES,
          _refuses(_("up.weight has shape (1, 3) for (12, 3), down.weight (3, 16) for (3, 12), "
                     "norm.weight (1,) for (3,)."), "up.weight", "down.weight", "norm.weight"),
          (1, 2)),
    _case("memory", "16 tensors in 2 files, one at a time", "held", _many, _never_whole, (1, 2)),
)  # fmt: skip
