"""Problem 205: inputs, oracles and cases."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from ..provenance import labelled
from ..records import Case, Check, Inputs
from .carried import carrying, results
from .common import Counts, Expected, integers, outputs, sent_apart

Rng = np.random.Generator
Make = Callable[[Rng, int], Inputs]
Tokens = Callable[[Rng, int], int]

_SEVERAL = (2, 3, 4)


def own_rows(whole: np.ndarray, tp: int) -> list[np.ndarray]:
    """The oracle: ceil(T / tp) rows for each rank, zeros where there is no token."""
    rows = -(-len(whole) // tp)
    padded = np.zeros((rows * tp, *whole.shape[1:]), whole.dtype)
    padded[: len(whole)] = whole
    return np.split(padded, tp)


def mlp_block(inputs: Inputs, whole: np.ndarray, tp: int) -> np.ndarray:
    """The oracle on all tokens and with whole matrices, in float64."""
    x = whole.astype(np.float64)
    root = np.sqrt((x**2).mean(-1, keepdims=True) + inputs.params["eps"])
    up = np.concatenate([inputs.arrays[f"up {r}"] for r in range(tp)]).astype(np.float64)
    down = np.concatenate([inputs.arrays[f"down {r}"] for r in range(tp)], 1).astype(np.float64)
    hidden = np.maximum((inputs.arrays["norm_weight"] * x / root) @ up.T, 0)
    y: np.ndarray = x + hidden @ down.T
    return y


# token counts


def _even(rng: Rng, tp: int) -> int:
    return tp * int(rng.integers(2, 4))


def _uneven(rng: Rng, tp: int) -> int:
    """The last rank has fewer tokens than rows; of 4 ranks it has none."""
    return tp * int(rng.integers(2, 4)) - int(rng.integers(1, tp)) if tp < 4 else 5


def _five(rng: Rng, tp: int) -> int:
    return 5


# inputs


def _gather(tokens: Tokens, again: bool = False, **more: object) -> Make:
    """Labels that say whose row it is; padding rows hold labels too."""

    def make(rng: Rng, tp: int) -> Inputs:
        count, hidden = tokens(rng, tp), int(rng.integers(2, 5))
        rows = -(-count // tp)
        start = int(rng.integers(1, 60 if more else 2000))
        arrays: dict[str, np.ndarray] = {}
        secret: dict[str, np.ndarray] = {}
        for name in ("local", "another")[: 1 + again]:
            whole = labelled(start, rows * tp, hidden)
            start += whole.size
            arrays |= {f"{name} {r}": part for r, part in enumerate(np.split(whole, tp))}
            secret[name] = whole[:count]
        return Inputs({"tokens": count, **more}, arrays, secret)

    return make


def _gather_expected(inputs: Inputs, tp: int) -> list[Expected]:
    names = {"local": "tokens", "another": "tokens, called again"}
    return [{names[key]: whole for key, whole in inputs.secret.items()}] * tp


def _scatter(tokens: Tokens, again: bool = False, **more: object) -> Make:
    def make(rng: Rng, tp: int) -> Inputs:
        count, hidden = tokens(rng, tp), int(rng.integers(2, 5))
        names = ("partial", "another")[: 1 + again]
        arrays = {f"{name} {r}": integers(rng, count, hidden) for name in names for r in range(tp)}
        return Inputs(dict(more), arrays)

    return make


def _scatter_expected(inputs: Inputs, tp: int) -> list[Expected]:
    names = {"sum": "partial", "sum, called again": "another"}
    there = {said: name for said, name in names.items() if f"{name} 0" in inputs.arrays}
    sums = {
        said: own_rows(sum(inputs.arrays[f"{name} {r}"] for r in range(tp)), tp)  # type: ignore[arg-type]
        for said, name in there.items()
    }
    return [{said: sums[said][rank] for said in sums} for rank in range(tp)]


def _block(tokens: Tokens) -> Make:
    def make(rng: Rng, tp: int) -> Inputs:
        count, hidden, width = tokens(rng, tp), int(rng.integers(3, 6)), int(rng.integers(2, 5))
        whole = integers(rng, count, hidden)
        arrays = {f"x {r}": part for r, part in enumerate(own_rows(whole, tp))}
        arrays["norm_weight"] = integers(rng, hidden)
        arrays |= {f"up {r}": integers(rng, width, hidden) for r in range(tp)}
        arrays |= {f"down {r}": integers(rng, hidden, width) for r in range(tp)}
        params = {"tokens": count, "eps": float(rng.choice([0.5, 2.0]))}
        return Inputs(params, arrays, {"x": whole})

    return make


def _block_expected(inputs: Inputs, tp: int) -> list[Expected]:
    parts = own_rows(mlp_block(inputs, inputs.secret["x"], tp).astype(np.float32), tp)
    return [{"y": part} for part in parts]


def _block_by_hand(rng: Rng, tp: int) -> Inputs:
    """2 tokens of 2 numbers whose root mean square is 1: nothing to round."""
    whole = np.array([[1, -1], [-1, -1]], np.float32)
    arrays = {f"x {r}": part for r, part in enumerate(own_rows(whole, 2))}
    arrays["norm_weight"] = np.array([1, 2], np.float32)
    arrays |= {"up 0": np.array([[1, 0]], np.float32), "up 1": np.array([[0, -1]], np.float32)}
    arrays |= {"down 0": np.array([[1], [3]], np.float32)}
    arrays |= {"down 1": np.array([[10], [20]], np.float32)}
    return Inputs({"tokens": 2, "eps": 0.0}, arrays, {"x": whole})


def _by_hand(function: str) -> Make:
    sums = np.array([[11], [22], [33]], np.float32)
    partial = {
        f"partial {r}": np.array(rows, np.float32)
        for r, rows in enumerate([[[1], [2], [3]], [[10], [20], [30]]])
    }
    local = {f"local {r}": part for r, part in enumerate(own_rows(sums, 2))}
    if function == "gather":
        return lambda rng, tp: Inputs({"tokens": 3}, local, {"local": sums})
    return lambda rng, tp: Inputs({}, partial)


# checks and cases


def _counts(*ops: str) -> Counts:
    def counts(inputs: Inputs, tp: int) -> Mapping[str, int]:
        return dict.fromkeys(ops, 1 + ("another 0" in inputs.arrays))

    return counts


def _own_sizes(inputs: Inputs, tp: int) -> list[int]:
    return [inputs.arrays[f"{name} 0"].size for name in inputs.secret]


def _check(drive: str, alone: bool) -> Check:
    """One call of each kind, of one rank's tokens; a single rank may talk to itself or not."""
    names = ("local", "partial", "x", "up", "down")
    shown = ["norm_weight", *(f"{name} {rank}" for rank in range(2) for name in names)]
    tolerance = 1e-5 if drive == "block" else 0.0
    counts = None if alone else _counts(*_OPS[drive])
    values = outputs(_EXPECTED[drive], shown, tolerance, counts=counts)
    return values if alone else carrying(values, _CARRIED[drive])


_OPS = {"gather": ["all_gather"], "scatter": ["reduce_scatter"]}
_OPS["block"] = [*_OPS["gather"], *_OPS["scatter"]]
_TASKS = {"gather": "p205.1", "scatter": "p205.2", "block": "p205.3"}
_EXPECTED = {"gather": _gather_expected, "scatter": _scatter_expected, "block": _block_expected}
_CARRIED = {
    "gather": _own_sizes,
    "scatter": results(_scatter_expected),
    "block": results(_block_expected, 2),
}


def _case(
    name: str, drive: str, title: str, make: Make, tp: tuple[int, ...] = _SEVERAL,
    visible: bool = False,
) -> Case:  # fmt: skip
    check = _check(drive, alone=tp == (1,))
    return Case(name, _TASKS[drive], title, drive, sent_apart(make), check, tp, visible)


CASES = (
    _case("gather-example", "gather", "3 tokens gathered", _by_hand("gather"), (2,), True),
    _case("gather", "gather", "tokens gathered, with padding, called twice",
          _gather(_uneven, True)),
    _case("gather-bfloat16", "gather", "tokens gathered in bfloat16",
          _gather(_even, dtype="bfloat16"), (2,)),
    _case("gather-one-rank", "gather", "a single rank gathers", _gather(_five), (1,)),
    _case("scatter-example", "scatter", "the sum of 3 tokens", _by_hand("scatter"), (2,), True),
    _case("scatter", "scatter", "the sum, with padding, called twice", _scatter(_uneven, True)),
    _case("scatter-bfloat16", "scatter", "the sum in bfloat16",
          _scatter(_even, dtype="bfloat16"), (2,)),
    _case("scatter-one-rank", "scatter", "the sum on a single rank", _scatter(_five), (1,)),
    _case("block-example", "block", "the block on 2 tokens", _block_by_hand, (2,), True),
    _case("block", "block", "the block, with padding", _block(_uneven)),
    _case("block-one-rank", "block", "the block on a single rank", _block(_five), (1,)),
)  # fmt: skip
