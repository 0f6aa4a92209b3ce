"""Chapter 1: what its cases give to the functions, new for each seed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from ..provenance import labelled
from ..records import Inputs
from .common import REFUSED, integers

Rng = np.random.Generator


Make = Callable[[Rng, int], Inputs]


def fixed(*pairs: tuple[list[int], object]) -> Make:
    called, answers = [list(call) for call, _ in pairs], [answer for _, answer in pairs]
    return lambda rng, tp: Inputs({"calls": called}, {}, {"answers": answers})


def divides(rng: Rng, tp: int) -> Inputs:
    pairs = [(int(rng.integers(2, 40)), int(rng.integers(2, 9))) for _ in range(4)]
    made = [([a * b, b], a) for a, b in pairs] + [([7, 1], 7), ([6, 6], 1), ([0, 4], 0)]
    return fixed(*made)(rng, tp)


def does_not_divide(rng: Rng, tp: int) -> Inputs:
    a, b = int(rng.integers(3, 40)), int(rng.integers(3, 9))
    made = ([14, 4], [2, 4], [a * b + 1, b], [a * b - 1, b])
    return fixed(*((call, REFUSED) for call in made))(rng, tp)


def counts(num_layers: int) -> dict[str, int]:
    return {"all_reduce": 2 * num_layers + 1, "gather": 1}


def layers(rng: Rng, tp: int) -> Inputs:
    numbers = [0, 1, int(rng.integers(2, 27)), 80]
    return fixed(*(([n], counts(n)) for n in numbers))(rng, tp)


def whole_numbers(rng: Rng, tp: int) -> Inputs:
    """Both sizes divide by tp, and no size of the whole or of a shard is another one."""
    a, b = two(rng)
    start = int(rng.integers(1, 2000))
    weight = labelled(start, a * tp, b * tp)
    return Inputs({}, {"W": weight, "W again": weight[::-1, ::-1].copy() + 7})


def small_bfloat16(rng: Rng, tp: int) -> Inputs:
    return Inputs({"dtype": "bfloat16"}, {"W": labelled(int(rng.integers(1, 90)), 3 * tp, 2 * tp)})


def two(rng: Rng) -> tuple[int, int]:
    """Two different sizes of one rank's part."""
    pairs = [(2, 3), (3, 2), (1, 2), (2, 1), (1, 3), (3, 1), (3, 4), (4, 3)]
    return pairs[int(rng.integers(len(pairs)))]


def cut(weight: np.ndarray, dim: int, tp: int) -> list[np.ndarray]:
    """The oracle: equal parts in the order of the ranks."""
    return np.split(weight, tp, axis=dim)


def product(
    dim: int, batch: tuple[int, ...], again: bool = False, in_slices: bool = False, dtype: str = ""
) -> Make:
    """x (*batch, in) and W (out, in), the sizes new for each seed."""

    def make(rng: Rng, tp: int) -> Inputs:
        a, b = two(rng)
        low, high = (-2, 3) if dtype else (-4, 5)
        x = {
            name: integers(rng, *batch, b * tp, low=low, high=high)
            for name in ("x", "x again")[: 1 + again]
        }
        weight = integers(rng, a * tp, b * tp, low=low, high=high)
        if in_slices:
            x = {f"{n}{rank}": part for n in x for rank, part in enumerate(cut(x[n], -1, tp))}
        params = {"tp": tp, "dim": dim, **({"dtype": dtype} if dtype else {})}
        return Inputs(params, {**x, "W": weight})

    return make


def vector(dim: int, in_slices: bool = False) -> Make:
    """The worked vector: x W = [4, 3, 5, 4]."""
    x = np.array([1, 2, 1, 1], np.float32)
    by_hand = [[1, 0, 2, 1], [0, 1, 1, 0], [1, 1, 0, 2], [2, 0, 1, 1]]  # (in, out)
    weight = np.array(by_hand, np.float32).T.copy()
    xs = {"x0": x[:2], "x1": x[2:]} if in_slices else {"x": x}
    return lambda rng, tp: Inputs({"tp": 2, "dim": dim}, {**xs, "W": weight})


def mlp(batch: tuple[int, ...], again: bool = False, dtype: str = "") -> Make:
    def make(rng: Rng, tp: int) -> Inputs:
        per_rank, hidden = int(rng.integers(2, 4)), int(rng.choice([3, 5, 7]))
        low, high = (-1, 2) if dtype else (-3, 4)
        shapes: dict[str, Sequence[int]] = {
            "x": (*batch, hidden),
            "x again": (*batch, hidden),
            "up": (per_rank * tp, hidden),
            "down": (hidden, per_rank * tp),
        }
        names = [name for name in shapes if again or name != "x again"]
        arrays = {name: integers(rng, *shapes[name], low=low, high=high) for name in names}
        return Inputs({"tp": tp, **({"dtype": dtype} if dtype else {})}, arrays)

    return make


def mlp_by_hand(rng: Rng, tp: int) -> Inputs:
    """Hidden 2, intermediate 4: relu gives 1, 2 | 0, 3."""
    up = [[1, 0], [0, 1], [1, -1], [1, 1]]
    down = [[1, 2, 3, 4], [1, 0, 1, 0]]
    named = {"x": [[1, 2]], "up": up, "down": down}
    return Inputs({"tp": tp}, {k: np.array(v, np.float32) for k, v in named.items()})


def uneven_mlp(rng: Rng, tp: int) -> Inputs:
    shapes = {"x": (2, 3), "up": (10, 3), "down": (3, 10)}
    return Inputs({"tp": tp}, {name: integers(rng, *shape) for name, shape in shapes.items()})


BY_HAND = np.array([[1, 2], [3, 4], [5, 6], [7, 8]], np.float32)


def by_hand(rng: Rng, tp: int) -> Inputs:
    return Inputs({}, {"W": BY_HAND})
