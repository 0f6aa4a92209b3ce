"""Chapter 2: inputs, oracles and cases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ..i18n import _
from ..provenance import Source
from ..records import Case, Check, Finding, GroupRun, Inputs
from ..telling import Telling, saying
from ..wire import described
from .carried import carrying, results
from .ch02_inputs import (
    COLUMN,
    ROW,
    Make,
    forward,
    labels,
    layer,
    of_two_dtypes,
    worked,
    wrong_shapes,
)
from .common import Expected, outputs, refusal_finding, sent_cut

_TP_DIM = {COLUMN: 0, ROW: 1}
_SIZES = (1, 2, 3, 4)


def weight_of(inputs: Inputs, name: str, rank: int, tp: int) -> np.ndarray:
    """The oracle: what a rank holds of the weight (out, in)."""
    return np.split(inputs.arrays[name], tp, axis=_TP_DIM[inputs.params["kind"]])[rank]


def bias_of(inputs: Inputs, name: str, rank: int, tp: int) -> np.ndarray:
    """The oracle: cut like the outputs of a column-parallel layer, whole in a row-parallel one."""
    bias = inputs.arrays[name]
    return np.split(bias, tp)[rank] if inputs.params["kind"] == COLUMN else bias


def _sent(inputs: Inputs, name: str, rank: int, tp: int) -> np.ndarray:
    """What a rank is sent of an array for a forward."""
    if not name.startswith("x"):
        return (weight_of if name.startswith("W") else bias_of)(inputs, name, rank, tp)
    x = inputs.arrays[name]
    return np.split(x, tp, axis=-1)[rank] if inputs.params["kind"] == ROW else x


def linear(inputs: Inputs, suffix: str) -> np.ndarray:
    """The oracle: the uncut layer, in float64."""
    x, weight = inputs.arrays[f"x{suffix}"], inputs.arrays[f"W{suffix}"]
    bias = inputs.arrays.get(f"b{suffix}", np.zeros(len(weight)))
    y: np.ndarray = x.astype(np.float64) @ weight.astype(np.float64).T + bias
    return y.astype(np.float32)


# parameters


def _parameters_expected(inputs: Inputs, tp: int) -> list[Expected]:
    kind, bias = inputs.params["kind"], inputs.params["bias"]
    shape = [inputs.params["output_size"], inputs.params["input_size"]]
    shape[_TP_DIM[kind]] //= tp
    shapes = {"weight": shape, "bias": shape[:1]}
    names = ["bias", "weight"] if bias else ["weight"]
    held: dict[str, Any] = {"the list of parameters": names}
    for name in reversed(names):
        held[f"shape of {name}"] = shapes[name]
        held[f"dtype of {name}"] = described("torch.float32")
        held[f"{name}.weight_loader"] = described("a method")
    return [held if bias else {**held, "bias": None}] * tp


def _constructor(inputs: Inputs) -> str:
    sizes = f"{inputs.params['input_size']}, {inputs.params['output_size']}"
    bias = ", bias=True" if inputs.params["bias"] else ""
    return f"{inputs.params['kind']}({sizes}, group{bias})"


def _refuses(inputs: Inputs, run: GroupRun) -> Finding | None:
    kind = inputs.params["kind"]
    cut = inputs.params["output_size" if kind == COLUMN else "input_size"]
    call, numbers = _constructor(inputs), (str(cut), str(run.tp))
    sentence = _("{call} must be refused: {cut} outputs on {tp} ranks.")
    if kind == ROW:
        sentence = _("{call} must be refused: {cut} inputs on {tp} ranks.")
    sentence = sentence.format(call=call, cut=cut, tp=run.tp)
    found = (refusal_finding(sentence, call, numbers, r.values["outcome"]) for r in run.ranks)
    return next(filter(None, found), None)


# loaders


def _load_expected(inputs: Inputs, tp: int) -> list[Expected]:
    names = {"": ("W", "b"), " after another load": ("W again", "b again")}
    ranks: list[dict[str, Any]] = [{} for _ in range(tp)]
    for suffix, (weight, bias) in names.items():
        for rank, held in enumerate(ranks):
            if weight in inputs.arrays:
                held[f"weight{suffix}"] = weight_of(inputs, weight, rank, tp)
            if bias in inputs.arrays:
                held[f"bias{suffix}"] = bias_of(inputs, bias, rank, tp)
    return list(ranks)


def _load_sources(inputs: Inputs) -> list[Source]:
    return [Source(name, inputs.arrays[name]) for name in inputs.arrays]


def _refuses_shapes(inputs: Inputs, run: GroupRun) -> Finding | None:
    out, in_ = inputs.params["output_size"], inputs.params["input_size"]
    for rank in run.ranks:
        said_of = zip(inputs.params["shapes"], rank.values["outcomes"], strict=True)
        for (name, shape), said in said_of:
            right = [out, in_] if name == "weight" else [out]
            what = _("a checkpoint's {name} of shape {shape} for a layer of {right}").format(
                name=name, shape=shape, right=right
            )
            sentence = _("Loading {what} must be refused.").format(what=what)
            local = _local(inputs, right, run.tp)  # that of the parameter will do as well
            said_with = [
                refusal_finding(sentence, what, (_text(shape), _text(expected)), said)
                for expected in (right, local)
            ]
            if None not in said_with:
                return said_with[0]
    return None


def _local(inputs: Inputs, shape: list[int], tp: int) -> list[int]:
    dim = _TP_DIM[inputs.params["kind"]]
    return [n // tp if d == dim else n for d, n in enumerate(shape)]


def _text(shape: list[int]) -> str:
    return ", ".join(map(str, shape))


# forward


def _forward_expected(inputs: Inputs, tp: int) -> list[Expected]:
    names = {"y": "", "y of another x": " again"}
    whole = {name: linear(inputs, s) for name, s in names.items() if f"x{s}" in inputs.arrays}
    if inputs.params["kind"] == ROW:
        return [whole] * tp
    slices = {name: np.split(y, tp, axis=-1) for name, y in whole.items()}
    return [{name: slices[name][rank] for name in slices} for rank in range(tp)]


def _forward_counts(inputs: Inputs, tp: int) -> Mapping[str, int]:
    calls = 1 + ("x again" in inputs.arrays)
    return {"all_reduce": calls} if inputs.params["kind"] == ROW and tp > 1 else {}


_SHOWN = ("x", "W", "b")
_PARAMETERS = saying(outputs(_parameters_expected), _constructor)
_LOADED = Telling(
    outputs(_load_expected, counts=lambda *_: {}, sources=_load_sources),
    lambda inputs, _run, _rank: _constructor(inputs),
)
_LOADED_BY_HAND = outputs(
    _load_expected, show=("W", "b"), counts=lambda *_: {}, drawn=_load_sources
)
_FORWARD = carrying(
    outputs(_forward_expected, show=_SHOWN, counts=_forward_counts), results(_forward_expected)
)
_COLUMN_W = [[0, 0, 0], [1, 1, 1], [2, 2, 2], [3, 3, 3]]
_ROW_W = [[1, 2, 3, 4], [5, 6, 7, 8]]
_ROW_B = [10, 20]
_ONES_53, _ONES_14 = [[1, 1, 1]] * 5, [[1, 1, 1, 1]]


def _cases(kind: str, tasks: tuple[str, str, str], worked: Sequence[Case]) -> list[Case]:
    """The cases that both layers have; the worked examples of each task come first."""
    word = "column" if kind == COLUMN else "row"
    parameters, loader, output = tasks
    uneven = (9, 12) if kind == COLUMN else (12, 9)  # the size that is cut is 9

    def case(
        name: str, task: str, title: str, drive: str, make: Make, check: Check,
        tp: tuple[int, ...] = _SIZES, visible: bool = False,
    ) -> Case:  # fmt: skip
        return Case(f"{word}-{name}", task, f"{word} {title}", drive, make, check, tp, visible)

    def forward_case(name: str, title: str, make: Make, tp: tuple[int, ...] = _SIZES) -> Case:
        return case(name, output, f"forward{title}", "forward", sent_cut(make, _sent), _FORWARD, tp)

    return [
        case("parameters-example", parameters, "parameters", "parameters",
             layer(kind, False, (4, 6)), _PARAMETERS, (2,), True),
        case("parameters", parameters, "parameters with a bias", "parameters",
             layer(kind, True), _PARAMETERS),
        case("refuses", parameters, "parameters, a cut of 9", "refused",
             layer(kind, False, uneven), _refuses, (2, 4)),
        *worked,
        case("load", loader, "loader, weight and bias", "load", labels(kind), _LOADED),
        case("load-bfloat16", loader, "loader, a bfloat16 checkpoint", "load",
             of_two_dtypes(kind, loaded_dtype="bfloat16"), _LOADED, (2,)),
        case("load-into-bfloat16", loader, "loader of a bfloat16 layer", "load",
             of_two_dtypes(kind, dtype="bfloat16"), _LOADED, (2,)),
        case("load-shapes", loader, "loader given wrong shapes", "load_wrong_shapes",
             wrong_shapes(kind), _refuses_shapes, (2, 3)),
        forward_case("bias", " with a bias", forward(kind, (3,))),
        forward_case("batch", ", x is a transpose of 3 dimensions",
                     forward(kind, (2, 3), bias=False, strided=True)),
        forward_case("again", ", called twice", forward(kind, (3,), again=True), (2,)),
        forward_case("bfloat16", " in bfloat16", forward(kind, (3,), dtype="bfloat16"), (2,)),
    ]  # fmt: skip


def _example(name: str, task: str, title: str, drive: str, make: Make, check: Check) -> Case:
    return Case(name, task, title, drive, make, check, (2,), visible=True)


_COLUMN_EXAMPLES = (
    _example("column-load-example", "ch02.2", "column loader, W with row r full of r", "load",
             worked(COLUMN, W=_COLUMN_W), _LOADED_BY_HAND),
    _example("column-example", "ch02.3", "column forward, W with row r full of r", "forward",
             sent_cut(worked(COLUMN, x=_ONES_53, W=_COLUMN_W), _sent), _FORWARD),
)  # fmt: skip
_ROW_EXAMPLES = (
    _example("row-load-example", "ch02.5", "row loader", "load",
             worked(ROW, W=_ROW_W, b=_ROW_B), _LOADED_BY_HAND),
    _example("row-example", "ch02.6", "row forward without a bias", "forward",
             sent_cut(worked(ROW, x=_ONES_14, W=_ROW_W), _sent), _FORWARD),
    _example("row-bias-example", "ch02.6", "row forward with a bias", "forward",
             sent_cut(worked(ROW, x=_ONES_14, W=_ROW_W, b=_ROW_B), _sent), _FORWARD),
)  # fmt: skip
CASES = (
    *_cases(COLUMN, ("ch02.1", "ch02.2", "ch02.3"), _COLUMN_EXAMPLES),
    *_cases(ROW, ("ch02.4", "ch02.5", "ch02.6"), _ROW_EXAMPLES),
)
