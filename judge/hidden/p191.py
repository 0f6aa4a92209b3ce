"""Problem 191: inputs, oracle and cases. One process asks for every rank's shard."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..i18n import _
from ..provenance import Source, labelled
from ..records import Case, Check, Finding, GroupRun, Inputs
from ..wire import described
from .common import Expected, outputs, refusal_finding

Rng = np.random.Generator
Make = Callable[[Rng, int], Inputs]

COLUMN, ROW = "column_shard", "row_shard"
_TASK = {COLUMN: "p191.1", ROW: "p191.2"}
_SIZES = (1, 2, 3, 4)


def cut(function: str, weight: np.ndarray, rank: int, size: int) -> np.ndarray:
    """The oracle: the weight (..., out, in) of a rank."""
    return np.split(weight, size, axis=-2 if function == COLUMN else -1)[rank]


def cut_bias(function: str, bias: np.ndarray, rank: int, size: int) -> np.ndarray:
    """The oracle: the bias (..., out) of a rank."""
    return np.split(bias, size, axis=-1)[rank] if function == COLUMN else bias


def _expected(inputs: Inputs, size: int) -> list[Expected]:
    function = str(inputs.params["function"])
    ranks: list[dict[str, Any]] = [{} for _ in range(size)]
    for of in ("", " again"):
        weight, bias = inputs.arrays.get(f"W{of}"), inputs.arrays.get(f"b{of}")
        for rank, held in enumerate(ranks if weight is not None else []):
            assert weight is not None
            held[f"what came back{of}"] = described("a pair")
            held[f"weight{of}"] = cut(function, weight, rank, size)
            held[f"bias{of}"] = None if bias is None else cut_bias(function, bias, rank, size)
    return list(ranks)


def _sources(inputs: Inputs) -> list[Source]:
    return [Source(name, array) for name, array in inputs.arrays.items()]


_SHOWN = outputs(_expected, show=("W", "b"), drawn=_sources)
_LABELLED = outputs(_expected, sources=_sources)


def _two(rng: Rng) -> tuple[int, int]:
    """Two different sizes of one rank's part."""
    pairs = [(2, 3), (3, 2), (1, 2), (2, 1), (1, 3), (3, 1), (3, 4), (4, 3)]
    return pairs[int(rng.integers(len(pairs)))]


def _layers(function: str) -> Make:
    """A weight of labels whose sizes both divide, with a bias, and another one without."""

    def make(rng: Rng, size: int) -> Inputs:
        a, b = _two(rng)
        start = int(rng.integers(1, 2000))
        weight = labelled(start, a * size, b * size)
        again = labelled(start + weight.size, *weight.shape)
        arrays = {"W": weight, "b": labelled(5000, a * size), "W again": again}
        return Inputs(_params(function, size), arrays)

    return make


def _params(function: str, size: int, dtype: str = "") -> dict[str, Any]:
    return {"function": function, "size": size, **({"dtype": dtype} if dtype else {})}


def _stacked(function: str) -> Make:
    """Several experts' weights in one tensor, bfloat16; each of its sizes divides."""

    def make(rng: Rng, size: int) -> Inputs:
        a, b = _two(rng)
        weight = labelled(int(rng.integers(1, 90)), size, a * size, b * size)
        bias = labelled(200, size, a * size)
        return Inputs(_params(function, size, "bfloat16"), {"W": weight, "b": bias})

    return make


def _worked(function: str, **arrays: Any) -> Make:
    named = {name: np.array(values, np.float32) for name, values in arrays.items()}
    return lambda rng, size: Inputs(_params(function, size), named)


def _uneven(function: str, shape: tuple[int, int]) -> Make:
    arrays = {"W": labelled(1, *shape), "b": labelled(900, shape[0])}
    return lambda rng, size: Inputs(_params(function, size), arrays)


def _refuses(function: str, shape: tuple[int, int]) -> Check:
    """The message prints the size that is cut, and the number of ranks."""
    cut_size = shape[0] if function == COLUMN else shape[1]

    def check(inputs: Inputs, run: GroupRun) -> Finding | None:
        call = _("{function} of a weight {shape}").format(function=function, shape=shape)
        on_ranks = _("{call} on {tp} ranks must be refused.")
        sentence = on_ranks.format(call=call, tp=inputs.params["size"])
        said = run.ranks[0].values
        numbers = (str(cut_size), str(inputs.params["size"]))
        outcomes = (said["outcome first"], said["outcome last"])
        found = (refusal_finding(sentence, call, numbers, one) for one in outcomes)
        return next(filter(None, found), None)

    return check


def _cases(function: str, examples: tuple[Case, ...]) -> tuple[Case, ...]:
    word = function.removesuffix("_shard")
    uneven = (10, 12) if function == COLUMN else (12, 10)  # the size that is cut is 10

    return (
        *examples,
        Case(word, _TASK[function], f"{function} with a bias, then without", "shards",
             _layers(function), _LABELLED, _SIZES, alone=True),
        Case(f"{word}-experts", _TASK[function], f"{function} of stacked experts, bfloat16",
             "shards", _stacked(function), outputs(_expected), (2,), alone=True),
        Case(f"{word}-refuses", _TASK[function], f"{function} of a weight {uneven}", "refused",
             _uneven(function, uneven), _refuses(function, uneven), (3, 4), alone=True),
    )  # fmt: skip


def _example(function: str, name: str, note: str, make: Make) -> Case:
    title = f"{function}{note}"
    return Case(name, _TASK[function], title, "shards", make, _SHOWN, (2,), True, alone=True)


_COLUMN_W = [[0, 0, 0], [1, 1, 1], [2, 2, 2], [3, 3, 3]]
_ROW_W = [[1, 2, 3, 4], [5, 6, 7, 8]]

CASES = (
    *_cases(COLUMN, (
        _example(COLUMN, "column-example", ", W with row r full of r",
                 _worked(COLUMN, W=_COLUMN_W)),
        _example(COLUMN, "column-bias-example", " with a bias",
                 _worked(COLUMN, W=_COLUMN_W, b=[10, 20, 30, 40])),
    )),
    *_cases(ROW, (
        _example(ROW, "row-example", " with a bias", _worked(ROW, W=_ROW_W, b=[10, 20])),
    )),
)  # fmt: skip
