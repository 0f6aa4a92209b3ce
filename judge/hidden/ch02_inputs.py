"""Chapter 2: what its cases give to a layer, new for each seed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..provenance import labelled
from ..records import Inputs
from .common import integers

COLUMN, ROW = "ColumnParallelLinear", "RowParallelLinear"


Rng = np.random.Generator


Make = Callable[[Rng, int], Inputs]


def sizes_of(kind: str, weight: tuple[int, ...], bias: bool, **more: Any) -> dict[str, Any]:
    sizes = {"input_size": weight[1], "output_size": weight[0]}
    return {"kind": kind, "bias": bias, **sizes, **more}


def two(rng: Rng) -> tuple[int, int]:
    """Two different sizes of one rank's part."""
    pairs = [(2, 3), (3, 2), (2, 4), (4, 2), (3, 4), (4, 3)]
    return pairs[int(rng.integers(len(pairs)))]


def layer(kind: str, bias: bool, sizes: tuple[int, int] | None = None) -> Make:
    """A layer of these (out, in) sizes, or of new ones that tp divides both."""

    def make(rng: Rng, tp: int) -> Inputs:
        a, b = two(rng)
        return Inputs(sizes_of(kind, sizes or (a * tp, b * tp), bias))

    return make


def labels(kind: str) -> Make:
    """A checkpoint of numbers that occur once, and another of the same shapes."""

    def make(rng: Rng, tp: int) -> Inputs:
        a, b = two(rng)
        out, size = (a * tp, a * tp * b * tp)
        start = int(rng.integers(1, 2000))
        arrays: dict[str, np.ndarray] = {}
        for suffix in ("", " again"):
            arrays[f"W{suffix}"] = labelled(start, a * tp, b * tp)
            arrays[f"b{suffix}"] = labelled(start + size, out)
            start += size + out
        return Inputs(sizes_of(kind, (a * tp, b * tp), True), arrays)

    return make


def of_two_dtypes(kind: str, **dtype: str) -> Make:
    """Of the checkpoint and the layer one holds bfloat16: the parameter stays as it is."""

    def make(rng: Rng, tp: int) -> Inputs:
        arrays = {"W": labelled(int(rng.integers(1, 50)), 3 * tp, 2 * tp)}
        return Inputs(sizes_of(kind, (3 * tp, 2 * tp), False, **dtype), arrays)

    return make


def wrong_shapes(kind: str) -> Make:
    """Also shapes that broadcasting would hide, a shard, and the transpose."""

    def make(rng: Rng, tp: int) -> Inputs:
        a, b = two(rng)
        out, in_ = a * tp, b * tp
        one = [tp, in_] if kind == COLUMN else [out, tp]
        shard = [a, in_] if kind == COLUMN else [out, b]
        wrong = [one, shard, [out + tp, in_], [out, in_ + tp], [in_, out]]
        calls = [["weight", shape] for shape in wrong if shape != [out, in_]]
        calls += [["bias", [out + tp]], ["bias", [a]]] if a != out else [["bias", [out + 1]]]
        return Inputs(sizes_of(kind, (out, in_), True, shapes=calls))

    return make


def forward(
    kind: str, batch: tuple[int, ...], bias: bool = True, again: bool = False, **more: Any
) -> Make:
    """x (*batch, in), W (out, in), b (out,), the sizes new for each seed."""

    def make(rng: Rng, tp: int) -> Inputs:
        a, b = two(rng)
        low, high = (-2, 3) if "dtype" in more else (-4, 5)
        arrays: dict[str, np.ndarray] = {}
        for suffix in ("", " again")[: 1 + again]:
            arrays[f"x{suffix}"] = integers(rng, *batch, b * tp, low=low, high=high)
            arrays[f"W{suffix}"] = integers(rng, a * tp, b * tp, low=low, high=high)
            if bias:
                arrays[f"b{suffix}"] = distinct(rng, a * tp)
        return Inputs(sizes_of(kind, (a * tp, b * tp), bias, **more), arrays)

    return make


def distinct(rng: Rng, size: int) -> np.ndarray:
    """A bias without 0 and without two equal numbers.

    Multiples of 12: who adds a third or a quarter of it on each rank is right, to the last bit.
    """
    return 12 * rng.permutation(np.arange(1, 1 + size)).astype(np.float32)


def worked(kind: str, **arrays: Any) -> Make:
    named = {name: np.array(values, np.float32) for name, values in arrays.items()}
    params = sizes_of(kind, named["W"].shape, "b" in named)
    return lambda rng, tp: Inputs(params, named)
