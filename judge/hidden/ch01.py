"""Chapter 1: inputs, oracles and cases. One process plays every rank."""

from __future__ import annotations

import numpy as np

from ..i18n import _
from ..provenance import Source
from ..records import Case, Check, Finding, GroupRun, Inputs
from ..telling import saying
from .ch01_inputs import (
    Make,
    Rng,
    by_hand,
    counts,
    cut,
    divides,
    does_not_divide,
    fixed,
    layers,
    mlp,
    mlp_by_hand,
    product,
    small_bfloat16,
    uneven_mlp,
    vector,
    whole_numbers,
)
from .common import REFUSED, Expected, calls, integers, outputs, refusal_finding

_CUT = {"column_shard": 0, "row_shard": 1}  # the dimension of (out, in) that is cut


def linear(x: np.ndarray, weight: np.ndarray) -> np.ndarray:
    """The oracle: x @ weight.T in float64."""
    product: np.ndarray = x.astype(np.float64) @ weight.astype(np.float64).T
    return product


def _single(array: np.ndarray) -> np.ndarray:
    return array.astype(np.float32)


# divide, collectives_per_forward


# shards


def _shard_case(
    name: str, function: str, title: str, make: Make, tp: tuple[int, ...], visible: bool = False
) -> Case:
    def expected(inputs: Inputs, size: int) -> list[Expected]:
        names = {"shard": "W", "shard of another W": "W again"}
        parts = {
            name: cut(inputs.arrays[whole], _CUT[function], size)
            for name, whole in names.items()
            if whole in inputs.arrays
        }
        return [{name: parts[name][rank] for name in parts} for rank in range(size)]

    def made(rng: Rng, size: int) -> Inputs:
        inputs = make(rng, size)
        return Inputs({**inputs.params, "function": function, "tp": size}, inputs.arrays)

    check = outputs(expected, ("W",), sources=None if visible else _sources, drawn=_sources)
    return Case(name, "ch01.2", title, "shards", made, check, tp, visible, alone=True)


def _sources(inputs: Inputs) -> list[Source]:
    return [Source("W", inputs.arrays["W"])]


def _refused_shard(name: str, function: str, shape: tuple[int, int], tp: int) -> Case:
    def make(rng: Rng, size: int) -> Inputs:
        return Inputs({"function": function, "tp": tp}, {"W": integers(rng, *shape)})

    title = f"{function} of a weight {shape}"
    sentence = _("{function} of a weight {shape} on {tp} ranks must be refused.")
    check = _refuses(sentence.format(function=function, shape=shape, tp=tp))
    return Case(name, "ch01.2", title, "refused_shard", make, check, (tp,), alone=True)


def _refuses(sentence: str) -> Check:
    def check(inputs: Inputs, run: GroupRun) -> Finding | None:
        return refusal_finding(sentence, "", (), run.ranks[0].values["outcome"])

    return check


# both products


def _column_expected(inputs: Inputs, tp: int) -> list[Expected]:
    weight = inputs.arrays["W"]
    names = {"slice": "x", "slice of another x": "x again"}
    parts = {
        name: np.split(linear(inputs.arrays[x], weight), tp, axis=-1)
        for name, x in names.items()
        if x in inputs.arrays
    }
    count: Expected = {"what came back": {"type": f"list of {tp} slices"}}
    ranks = [{name: _single(parts[name][rank]) for name in parts} for rank in range(tp)]
    return [{**(count if rank == 0 else {}), **ranks[rank]} for rank in range(tp)]


def _row_expected(inputs: Inputs, tp: int) -> list[Expected]:
    weight = inputs.arrays["W"]
    names = {"y": "x", "y of another x": "x again"}
    found = {name: _whole(inputs, x) for name, x in names.items()}
    return [{n: _single(linear(x, weight)) for n, x in found.items() if x is not None}]


def _whole(inputs: Inputs, name: str) -> np.ndarray | None:
    """An x, also where the code is given it in slices."""
    if name in inputs.arrays or f"{name}0" not in inputs.arrays:
        return inputs.arrays.get(name)
    slices = [inputs.arrays[f"{name}{rank}"] for rank in range(inputs.params["tp"])]
    return np.concatenate(slices, axis=-1)


_SHOWN_X = ("x", "x0", "x1", "W")
_COLUMN_CHECK = outputs(_column_expected, show=_SHOWN_X)
_ROW_CHECK = outputs(_row_expected, show=_SHOWN_X)
_SIZES = (1, 2, 3, 4)


def _column(name: str, title: str, make: Make, tp: tuple[int, ...], visible: bool = False) -> Case:
    return Case(
        name, "ch01.3", title, "column_parallel", make, _COLUMN_CHECK, tp, visible, alone=True
    )


def _row(name: str, title: str, make: Make, tp: tuple[int, ...], visible: bool = False) -> Case:
    return Case(name, "ch01.3", title, "row_parallel", make, _ROW_CHECK, tp, visible, alone=True)


# the MLP


def _mlp_expected(inputs: Inputs, tp: int) -> list[Expected]:
    up, down = inputs.arrays["up"], inputs.arrays["down"]
    names = {"y": "x", "y of another x": "x again"}
    return [
        {
            name: _single(linear(np.maximum(linear(inputs.arrays[x], up), 0), down))
            for name, x in names.items()
            if x in inputs.arrays
        }
    ]


def _mlp_sizes(inputs: Inputs) -> str:
    intermediate, hidden = inputs.arrays["up"].shape
    return _("Its hidden size is {hidden}, its intermediate size {intermediate}.").format(
        hidden=hidden, intermediate=intermediate
    )


_MLP_CHECK = saying(outputs(_mlp_expected, show=("x", "up", "down")), _mlp_sizes, at_once=True)


def _mlp_case(
    name: str, title: str, make: Make, tp: tuple[int, ...], visible: bool = False
) -> Case:
    return Case(name, "ch01.4", title, "mlp", make, _MLP_CHECK, tp, visible, alone=True)


def _calls(name: str, task: str, title: str, make: Make, visible: bool = False) -> Case:
    drive, function = {
        "ch01.1": ("divide", "divide"),
        "ch01.5": ("collectives", "collectives_per_forward"),
    }[task]
    return Case(name, task, title, drive, make, calls(function), (1,), visible, alone=True)


_BIG = [([3072, 2], 1536), ([151936, 2], 75968), ([16, 4], 4)]


CASES = (
    _calls("divide-example", "ch01.1", "divide", fixed(*_BIG), visible=True),
    _calls("divide", "ch01.1", "divide", divides),
    _calls("divide-refuses-example", "ch01.1", "divide", fixed(([10, 4], REFUSED)), visible=True),
    _calls("divide-refuses", "ch01.1", "divide", does_not_divide),
    _calls("divide-by-less-than-1", "ch01.1", "divide",
           fixed(([4, 0], REFUSED), ([6, -2], REFUSED))),
    _shard_case("column-shard-example", "column_shard", "column_shard", by_hand, (2,), True),
    _shard_case("column-shard", "column_shard", "column_shard", whole_numbers, _SIZES),
    _shard_case("column-shard-bfloat16", "column_shard", "column_shard of bfloat16",
                small_bfloat16, (2,)),
    _refused_shard("column-shard-refuses", "column_shard", (10, 4), 4),
    _shard_case("row-shard-example", "row_shard", "row_shard", by_hand, (2,), True),
    _shard_case("row-shard", "row_shard", "row_shard", whole_numbers, _SIZES),
    _shard_case("row-shard-bfloat16", "row_shard", "row_shard of bfloat16", small_bfloat16, (2,)),
    _refused_shard("row-shard-refuses", "row_shard", (4, 10), 4),
    _column("column-vector", "column_parallel, the worked vector", vector(0), (2,), True),
    _column("column-product", "column_parallel", product(0, (3,), again=True), _SIZES),
    _column("column-batch", "column_parallel, x of 3 dimensions", product(0, (2, 3)), (1, 3)),
    _column("column-bfloat16", "column_parallel in bfloat16",
            product(0, (3,), dtype="bfloat16"), (2,)),
    _row("row-vector", "row_parallel, the worked vector", vector(1), (2,), True),
    _row("row-vector-slices", "row_parallel, x already in slices", vector(1, True), (2,), True),
    _row("row-product", "row_parallel", product(1, (3,), again=True), _SIZES),
    _row("row-slices", "row_parallel, slices of 3 dimensions",
         product(1, (2, 3), again=True, in_slices=True), _SIZES),
    _row("row-batch", "row_parallel, x of 3 dimensions", product(1, (2, 3)), (1, 3)),
    _row("row-bfloat16", "row_parallel in bfloat16", product(1, (3,), dtype="bfloat16"), (2,)),
    _mlp_case("mlp-example", "mlp, the worked example", mlp_by_hand, (2,), True),
    _mlp_case("mlp", "mlp", mlp((3,), again=True), _SIZES),
    _mlp_case("mlp-batch", "mlp, x of 3 dimensions", mlp((2, 3)), (2, 3)),
    _mlp_case("mlp-bfloat16", "mlp in bfloat16", mlp((3,), dtype="bfloat16"), (2,)),
    Case("mlp-refuses", "ch01.4", "mlp, intermediate 10", "refused_mlp", uneven_mlp,
         _refuses(_("An MLP of intermediate size 10 on 4 ranks must be refused.")), (4,),
         alone=True),
    _calls("collectives-qwen3", "ch01.5", "Qwen3-0.6B, 28 layers, 2 or more ranks",
           fixed(([28], counts(28))), visible=True),
    _calls("collectives", "ch01.5", "collectives_per_forward", layers),
)  # fmt: skip
