"""Problem 200: inputs, oracles and cases."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from ..compare import shape
from ..i18n import _
from ..records import Case, Check, Finding, GroupRun, Inputs, Verdict
from ..telling import first_of
from .common import Expected, integers, outputs, sent_apart

Rng = np.random.Generator
Make = Callable[[Rng, int], Inputs]
Widths = Callable[[Rng, int], Sequence[int]]

_RMS, _HEAD, _LAYER = "sharded_rms_norm", "head_rms_norm", "sharded_layer_norm"
_TASKS = {_RMS: "p200.1", _HEAD: "p200.2", _LAYER: "p200.3"}
_PARTS = {_RMS: ["weight"], _HEAD: ["weight"], _LAYER: ["weight", "bias"]}
_NUMBERS = {_RMS: 1, _HEAD: 0, _LAYER: 2}  # a hidden vector needs in the all-reduce
_ALL = (1, 2, 3, 4)


def rms_norm(x: np.ndarray, eps: float, weight: np.ndarray) -> np.ndarray:
    """The oracle, on whole vectors, in float64."""
    y: np.ndarray = weight * x / np.sqrt((x**2).mean(-1, keepdims=True) + eps)
    return y


def layer_norm(x: np.ndarray, eps: float, weight: np.ndarray, bias: np.ndarray) -> np.ndarray:
    centred = x - x.mean(-1, keepdims=True)
    y: np.ndarray = rms_norm(centred, eps, weight) + bias
    return y


def _whole(inputs: Inputs, name: str, tp: int) -> np.ndarray:
    parts = [inputs.arrays[f"{name} {rank}"] for rank in range(tp)]
    return np.concatenate(parts, -1).astype(np.float64)


def _outcome(inputs: Inputs, name: str, tp: int) -> list[np.ndarray]:
    """What each rank must return for `name`."""
    function, eps = inputs.params["function"], inputs.params["eps"]
    x = _whole(inputs, name, tp)
    if function == _HEAD:
        weight = inputs.arrays["weight 0"].astype(np.float64)
        heads = x.reshape(*x.shape[:-1], -1, len(weight))
        y = rms_norm(heads, eps, weight).reshape(x.shape)
    else:
        parts = [_whole(inputs, part, tp) for part in _PARTS[function]]
        y = rms_norm(x, eps, *parts) if function == _RMS else layer_norm(x, eps, *parts)
    widths = [inputs.arrays[f"{name} {rank}"].shape[-1] for rank in range(tp)]
    return np.split(y.astype(np.float32), np.cumsum(widths)[:-1], axis=-1)


def _expected(inputs: Inputs, tp: int) -> list[Expected]:
    names = {"y": "x", "y of another x": "another x"}
    there = {y: x for y, x in names.items() if f"{x} 0" in inputs.arrays}
    made = {y: _outcome(inputs, x, tp) for y, x in there.items()}
    return [{y: made[y][rank] for y in made} for rank in range(tp)]


def _counts(inputs: Inputs, tp: int) -> Mapping[str, int]:
    calls = 1 + ("another x 0" in inputs.arrays)
    return {"all_reduce": calls} if tp > 1 and inputs.params["function"] != _HEAD else {}


def _few_numbers(inputs: Inputs, run: GroupRun) -> Finding | None:
    """The all-reduce carries one or two float32 for each vector, not the vectors."""
    vectors = inputs.arrays["x 0"].shape[:-1]
    wanted = int(np.prod(vectors)) * _NUMBERS[inputs.params["function"]]
    for rank in run.ranks:
        for call in rank.collectives:
            if (int(np.prod(call.shape)), call.dtype) != (wanted, "float32"):
                return Finding(
                    Verdict.CONTRACT_VIOLATION,
                    _(
                        "The all_reduce of rank {rank} carries something else than is needed."
                    ).format(rank=rank.rank),
                    expected=_("{wanted} float32 for x of {shape}").format(
                        wanted=wanted, shape=shape(inputs.arrays["x 0"].shape)
                    ),
                    actual=f"{shape(call.shape)} {call.dtype}",
                    rank=rank.rank,
                    still_right=_("The values"),
                )
    return None


def _checked(tolerance: float = 1e-5) -> Check:
    shown = [f"{name} {rank}" for rank in range(2) for name in ("x", "weight", "bias")]
    values = outputs(_expected, shown, tolerance, counts=_counts)
    return first_of(values, _few_numbers)


# inputs


def _even(rng: Rng, tp: int) -> list[int]:
    return [int(rng.integers(2, 5))] * tp


def _uneven(rng: Rng, tp: int) -> list[int]:
    """Differing widths: one rank has many columns, and of four ranks one has none."""
    widths = [int(n) for n in rng.integers(1, 4, tp)]
    many = int(rng.integers(tp))
    widths[many] += 4
    if tp == 4:
        widths[many - 1] = 0
    return widths


def _hidden(
    function: str, widths: Widths, batch: tuple[int, ...] = (3,), again: bool = False,
    dtype: str = "",
) -> Make:  # fmt: skip
    """Hidden vectors cut into columns. eps is large enough to be seen."""

    def make(rng: Rng, tp: int) -> Inputs:
        own = widths(rng, tp)
        params = {"function": function, "parts": _PARTS[function], "hidden_size": sum(own)}
        params |= {"eps": float(rng.choice([0.5, 2.0, 3.0])), **({"dtype": dtype} if dtype else {})}
        arrays: dict[str, np.ndarray] = {}
        for rank, width in enumerate(own):
            for name in ("x", "another x")[: 1 + again]:
                arrays[f"{name} {rank}"] = integers(rng, *batch, width)
            for name in _PARTS[function]:
                arrays[f"{name} {rank}"] = integers(rng, width)
        return Inputs(params, arrays)

    return make


def _heads(batch: tuple[int, ...], again: bool = False, dtype: str = "") -> Make:
    """A rank's heads side by side, the same weight on every rank."""

    def make(rng: Rng, tp: int) -> Inputs:
        dim, count = int(rng.integers(2, 5)), int(rng.integers(2, 4))
        weight = integers(rng, dim)
        params = {"function": _HEAD, "parts": ["weight"], "eps": float(rng.choice([0.5, 2.0]))}
        arrays = {f"weight {rank}": weight for rank in range(tp)}
        for name in ("x", "another x")[: 1 + again]:
            arrays |= {f"{name} {rank}": integers(rng, *batch, count * dim) for rank in range(tp)}
        return Inputs(params | ({"dtype": dtype} if dtype else {}), arrays)

    return make


def _by_hand(function: str) -> Make:
    def make(rng: Rng, tp: int) -> Inputs:
        ones = np.ones(2, np.float32)
        params = {"function": function, "parts": _PARTS[function], "eps": 0.0}
        arrays = {"x 0": np.array([[1, 1]], np.float32), "x 1": np.array([[7, 7]], np.float32)}
        for rank in range(2):
            arrays |= {f"{name} {rank}": ones for name in _PARTS[function]}
        return Inputs(params | ({} if function == _HEAD else {"hidden_size": 4}), arrays)

    return make


_CHECK, _ROUGH = _checked(), _checked(0.01)


def _case(
    name: str, function: str, title: str, make: Make, tp: tuple[int, ...] = _ALL,
    visible: bool = False, check: Check = _CHECK,
) -> Case:  # fmt: skip
    full = f"{function}{title}"
    return Case(name, _TASKS[function], full, "norm", sent_apart(make), check, tp, visible)


def _sharded(word: str, function: str) -> list[Case]:
    """The cases of a norm over all columns."""
    return [
        _case(f"{word}-example", function, ", [1, 1] and [7, 7]", _by_hand(function), (2,), True),
        _case(word, function, ", uneven columns, x of 3 dimensions",
              _hidden(function, _uneven, (2, 3), again=True)),
        _case(f"{word}-bfloat16", function, " in bfloat16",
              _hidden(function, _even, dtype="bfloat16"), (2,), check=_ROUGH),
    ]  # fmt: skip


CASES = (
    *_sharded("rms", _RMS),
    _case("head-example", _HEAD, ", heads [1, 1] and [7, 7]", _by_hand(_HEAD), (2,), True),
    _case("head", _HEAD, ", x of 3 dimensions", _heads((2, 3), again=True)),
    _case("head-bfloat16", _HEAD, " in bfloat16", _heads((3,), dtype="bfloat16"), (2,),
          check=_ROUGH),
    *_sharded("layer", _LAYER),
)  # fmt: skip
