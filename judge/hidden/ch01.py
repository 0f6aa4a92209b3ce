"""Chapter 1: inputs, oracles and cases. One process plays every rank."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from ..provenance import Source, labelled
from ..records import Case, Check, Finding, GroupRun, Inputs
from .common import REFUSED, Expected, calls, integers, outputs, refusal_finding

Rng = np.random.Generator
Make = Callable[[Rng, int], Inputs]

_CUT = {"column_shard": 0, "row_shard": 1}  # the dimension of (out, in) that is cut


def cut(weight: np.ndarray, dim: int, tp: int) -> list[np.ndarray]:
    """The oracle: equal parts in the order of the ranks."""
    return np.split(weight, tp, axis=dim)


def linear(x: np.ndarray, weight: np.ndarray) -> np.ndarray:
    """The oracle: x @ weight.T in float64."""
    product: np.ndarray = x.astype(np.float64) @ weight.astype(np.float64).T
    return product


def _single(array: np.ndarray) -> np.ndarray:
    return array.astype(np.float32)


# divide, collectives_per_forward


def _fixed(*pairs: tuple[list[int], object]) -> Make:
    called, answers = [list(call) for call, _ in pairs], [answer for _, answer in pairs]
    return lambda rng, tp: Inputs({"calls": called}, {}, {"answers": answers})


def _divides(rng: Rng, tp: int) -> Inputs:
    pairs = [(int(rng.integers(2, 40)), int(rng.integers(2, 9))) for _ in range(4)]
    made = [([a * b, b], a) for a, b in pairs] + [([7, 1], 7), ([6, 6], 1), ([0, 4], 0)]
    return _fixed(*made)(rng, tp)


def _does_not_divide(rng: Rng, tp: int) -> Inputs:
    a, b = int(rng.integers(3, 40)), int(rng.integers(3, 9))
    made = ([14, 4], [2, 4], [a * b + 1, b], [a * b - 1, b])
    return _fixed(*((call, REFUSED) for call in made))(rng, tp)


def _counts(num_layers: int) -> dict[str, int]:
    return {"all_reduce": 2 * num_layers + 1, "gather": 1}


def _layers(rng: Rng, tp: int) -> Inputs:
    numbers = [0, 1, int(rng.integers(2, 27)), 80]
    return _fixed(*(([n], _counts(n)) for n in numbers))(rng, tp)


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

    check = outputs(expected, show=("W",), sources=None if visible else _sources)
    return Case(name, "ch01.2", title, "shards", made, check, tp, visible, alone=True)


def _sources(inputs: Inputs) -> list[Source]:
    return [Source("W", inputs.arrays["W"])]


def _whole_numbers(rng: Rng, tp: int) -> Inputs:
    """Both sizes divide by tp, and no size of the whole or of a shard is another one."""
    a, b = _two(rng)
    start = int(rng.integers(1, 2000))
    weight = labelled(start, a * tp, b * tp)
    return Inputs({}, {"W": weight, "W again": weight[::-1, ::-1].copy() + 7})


def _small_bfloat16(rng: Rng, tp: int) -> Inputs:
    return Inputs({"dtype": "bfloat16"}, {"W": labelled(int(rng.integers(1, 90)), 3 * tp, 2 * tp)})


def _two(rng: Rng) -> tuple[int, int]:
    """Two different sizes of one rank's part."""
    pairs = [(2, 3), (3, 2), (1, 2), (2, 1), (1, 3), (3, 1), (3, 4), (4, 3)]
    return pairs[int(rng.integers(len(pairs)))]


def _refused_shard(name: str, function: str, shape: tuple[int, int], tp: int) -> Case:
    def make(rng: Rng, _: int) -> Inputs:
        return Inputs({"function": function, "tp": tp}, {"W": integers(rng, *shape)})

    title = f"{function} of a weight {shape}"
    check = _refuses(f"{function} of a weight {shape} on {tp} ranks must be refused.")
    return Case(name, "ch01.2", title, "refused_shard", make, check, (tp,), alone=True)


def _refuses(sentence: str) -> Check:
    def check(_: Inputs, run: GroupRun) -> Finding | None:
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


def _product(
    dim: int, batch: tuple[int, ...], again: bool = False, in_slices: bool = False, dtype: str = ""
) -> Make:
    """x (*batch, in) and W (out, in), the sizes new for each seed."""

    def make(rng: Rng, tp: int) -> Inputs:
        a, b = _two(rng)
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


def _vector(dim: int, in_slices: bool = False) -> Make:
    """The worked vector: x W = [4, 3, 5, 4]."""
    x = np.array([1, 2, 1, 1], np.float32)
    by_hand = [[1, 0, 2, 1], [0, 1, 1, 0], [1, 1, 0, 2], [2, 0, 1, 1]]  # (in, out)
    weight = np.array(by_hand, np.float32).T.copy()
    xs = {"x0": x[:2], "x1": x[2:]} if in_slices else {"x": x}
    return lambda rng, tp: Inputs({"tp": 2, "dim": dim}, {**xs, "W": weight})


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


def _mlp_expected(inputs: Inputs, _: int) -> list[Expected]:
    up, down = inputs.arrays["up"], inputs.arrays["down"]
    names = {"y": "x", "y of another x": "x again"}
    return [
        {
            name: _single(linear(np.maximum(linear(inputs.arrays[x], up), 0), down))
            for name, x in names.items()
            if x in inputs.arrays
        }
    ]


def _mlp(batch: tuple[int, ...], again: bool = False, dtype: str = "") -> Make:
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


def _mlp_by_hand(rng: Rng, tp: int) -> Inputs:
    """Hidden 2, intermediate 4: relu gives 1, 2 | 0, 3."""
    up = [[1, 0], [0, 1], [1, -1], [1, 1]]
    down = [[1, 2, 3, 4], [1, 0, 1, 0]]
    named = {"x": [[1, 2]], "up": up, "down": down}
    return Inputs({"tp": tp}, {k: np.array(v, np.float32) for k, v in named.items()})


def _uneven_mlp(rng: Rng, tp: int) -> Inputs:
    shapes = {"x": (2, 3), "up": (10, 3), "down": (3, 10)}
    return Inputs({"tp": tp}, {name: integers(rng, *shape) for name, shape in shapes.items()})


_MLP_CHECK = outputs(_mlp_expected, show=("x", "up", "down"))


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
_BY_HAND = np.array([[1, 2], [3, 4], [5, 6], [7, 8]], np.float32)


def _by_hand(rng: Rng, tp: int) -> Inputs:
    return Inputs({}, {"W": _BY_HAND})


CASES = (
    _calls("divide-example", "ch01.1", "divide", _fixed(*_BIG), visible=True),
    _calls("divide", "ch01.1", "divide", _divides),
    _calls("divide-refuses-example", "ch01.1", "divide", _fixed(([10, 4], REFUSED)), visible=True),
    _calls("divide-refuses", "ch01.1", "divide", _does_not_divide),
    _calls("divide-by-less-than-1", "ch01.1", "divide",
           _fixed(([4, 0], REFUSED), ([6, -2], REFUSED))),
    _shard_case("column-shard-example", "column_shard", "column_shard", _by_hand, (2,), True),
    _shard_case("column-shard", "column_shard", "column_shard", _whole_numbers, _SIZES),
    _shard_case("column-shard-bfloat16", "column_shard", "column_shard of bfloat16",
                _small_bfloat16, (2,)),
    _refused_shard("column-shard-refuses", "column_shard", (10, 4), 4),
    _shard_case("row-shard-example", "row_shard", "row_shard", _by_hand, (2,), True),
    _shard_case("row-shard", "row_shard", "row_shard", _whole_numbers, _SIZES),
    _shard_case("row-shard-bfloat16", "row_shard", "row_shard of bfloat16", _small_bfloat16, (2,)),
    _refused_shard("row-shard-refuses", "row_shard", (4, 10), 4),
    _column("column-vector", "column_parallel, the worked vector", _vector(0), (2,), True),
    _column("column-product", "column_parallel", _product(0, (3,), again=True), _SIZES),
    _column("column-batch", "column_parallel, x of 3 dimensions", _product(0, (2, 3)), (1, 3)),
    _column("column-bfloat16", "column_parallel in bfloat16",
            _product(0, (3,), dtype="bfloat16"), (2,)),
    _row("row-vector", "row_parallel, the worked vector", _vector(1), (2,), True),
    _row("row-vector-slices", "row_parallel, x already in slices", _vector(1, True), (2,), True),
    _row("row-product", "row_parallel", _product(1, (3,), again=True), _SIZES),
    _row("row-slices", "row_parallel, x already in slices",
         _product(1, (3,), again=True, in_slices=True), _SIZES),
    _row("row-batch", "row_parallel, x of 3 dimensions", _product(1, (2, 3)), (1, 3)),
    _row("row-batch-slices", "row_parallel, slices of 3 dimensions",
         _product(1, (2, 3), in_slices=True), (2, 4)),
    _row("row-bfloat16", "row_parallel in bfloat16", _product(1, (3,), dtype="bfloat16"), (2,)),
    _mlp_case("mlp-example", "mlp, hidden 2, intermediate 4", _mlp_by_hand, (2,), True),
    _mlp_case("mlp", "mlp", _mlp((3,), again=True), _SIZES),
    _mlp_case("mlp-batch", "mlp, x of 3 dimensions", _mlp((2, 3)), (2, 3)),
    _mlp_case("mlp-bfloat16", "mlp in bfloat16", _mlp((3,), dtype="bfloat16"), (2,)),
    Case("mlp-refuses", "ch01.4", "mlp, intermediate 10", "refused_mlp", _uneven_mlp,
         _refuses("An MLP of intermediate size 10 on 4 ranks must be refused."), (4,), alone=True),
    _calls("collectives-qwen3", "ch01.5", "Qwen3-0.6B, 28 layers", _fixed(([28], _counts(28))),
           visible=True),
    _calls("collectives", "ch01.5", "collectives_per_forward", _layers),
)  # fmt: skip
