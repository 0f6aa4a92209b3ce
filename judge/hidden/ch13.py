"""Chapter 13: inputs, oracles and cases."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from ..records import Case, Check, Inputs
from .ch13_ends import END_CASES
from .ch13_sums import (
    cancelling,
    exact_sums,
    in_rank_order,
    large_sums,
    order_shows,
    same_bits,
    sums_example,
    sums_expected,
)
from .common import Expected, integers, outputs

Rng = np.random.Generator
Make = Callable[[Rng, int], Inputs]
Lengths = Callable[[Rng, int], int]  # rng, ranks
Hare = Callable[[int], int]  # of so many ranks the one that runs ahead

_SEVERAL = (2, 3, 4)


def _first(size: int) -> int:
    return 0


def _last(size: int) -> int:
    return size - 1


# calls of several ranks


def _play(
    values: Callable[[Rng, int, int], list[np.ndarray]],
    lengths: Lengths,
    hare: Hare,
    rounds: int = 4,
    **params: Any,
) -> Make:
    """Another x in each round, on each rank: `values` gives one for each rank."""

    def make(rng: Rng, tp: int) -> Inputs:
        arrays = {
            f"x {rank} {number}": x
            for number in range(rounds)
            for rank, x in enumerate(values(rng, tp, lengths(rng, tp)))
        }
        given = {name: item(tp) if callable(item) else item for name, item in params.items()}
        options = {k: v(tp) if callable(v) else v for k, v in given.pop("options", {}).items()}
        told = {"size": tp, "hare": hare(tp), "rounds": rounds, "options": options, **given}
        return Inputs(told, arrays)

    return make


def whole(rng: Rng, tp: int, n: int) -> list[np.ndarray]:
    return [integers(rng, n, low=-9, high=10) for _ in range(tp)]


def _int64(rng: Rng, tp: int, n: int) -> list[np.ndarray]:
    """Numbers that float32 cannot hold."""
    return [rng.integers(1 << 40, 1 << 41, n) for _ in range(tp)]


def _rows(rng: Rng, tp: int, n: int) -> list[np.ndarray]:
    return [integers(rng, 2, n, low=-9, high=10) for _ in range(tp)]


def _by_hand(rng: Rng, tp: int, n: int) -> list[np.ndarray]:
    """1, 2, 3, … on rank 0, 10, 20, 30, … on rank 1, and so on."""
    return [np.arange(1, n + 1, dtype=np.float32) * 10**rank for rank in range(tp)]


def _some(rng: Rng, tp: int) -> int:
    return int(rng.integers(3, 8))


def _uneven(rng: Rng, tp: int) -> int:
    """One number less than would divide."""
    return tp * int(rng.integers(3, 6)) - 1


def _few(rng: Rng, tp: int) -> int:
    """Ranks end up with nothing."""
    return int(rng.integers(1, tp))


def _none(rng: Rng, tp: int) -> int:
    return 0


def _long(rng: Rng, tp: int) -> int:
    """More than two slots of 192 bytes hold, in float32."""
    return int(rng.integers(100, 140))


def _three(rng: Rng, tp: int) -> int:
    return 3


def _expected(result: Callable[[Inputs, list[np.ndarray], int], Mapping[str, Any]]) -> Any:
    """The oracle of a case with rounds: `result` gives what one rank has of one of them."""

    def oracle(inputs: Inputs, tp: int) -> list[Expected]:
        held: list[dict[str, Any]] = [{} for _ in range(tp)]
        held[0]["the list of ranks that wait for ever"] = []
        for number in range(inputs.params["rounds"]):
            parts = [inputs.arrays[f"x {rank} {number}"] for rank in range(tp)]
            for rank in range(tp):
                found = result(inputs, parts, rank)
                held[rank] |= {name.format(number=number + 1): item for name, item in found.items()}
        if "meetings" in inputs.params:
            for own in held:
                own["the number of meetings"] = inputs.params["meetings"] * inputs.params["rounds"]
        return list(held)

    return oracle


def _read(inputs: Inputs, parts: list[np.ndarray], rank: int) -> Mapping[str, Any]:
    read = np.stack(parts) + (1 if inputs.params["twice"] else 0)
    return {"read in round {number}": read.astype(parts[0].dtype)}


def _sum(inputs: Inputs, parts: list[np.ndarray], rank: int) -> Mapping[str, Any]:
    found: dict[str, Any] = {"y {number}": in_rank_order(parts)}
    if inputs.params["method"] == "_reduce_in_two_steps":
        found["this rank's part of sum {number} is in its slot"] = True
    return found


_LEFT = "the list of ranks that call {number} did not wait for"  # they may still read this buffer


def _joined(inputs: Inputs, parts: list[np.ndarray], rank: int) -> Mapping[str, Any]:
    options = inputs.params["options"]
    if rank != options.get("dst", rank):
        return {"y {number}": None, _LEFT: []}
    return {"y {number}": np.concatenate(parts, axis=options.get("dim", -1)), _LEFT: []}


def _sent(inputs: Inputs, parts: list[np.ndarray], rank: int) -> Mapping[str, Any]:
    source = parts[inputs.params["options"].get("src", 0)]
    return {"y {number}": source, "y {number} is x": True, _LEFT: []}


_ROUNDS = outputs(_expected(_read))
_SUMS = outputs(sums_expected, show=("x 0", "x 1", "x 2", "x 3"))
_REDUCED = outputs(_expected(_sum))
_SHOWN = tuple(f"x {rank} 0" for rank in range(4))
_ONE_RESULT = same_bits(_expected(_sum))
_EXAMPLE = outputs(_expected(_sum), show=_SHOWN)
_JOINED = outputs(_expected(_joined))
_SENT = outputs(_expected(_sent))


def _case(
    name: str, task: int, title: str, drive: str, make: Make, check: Check,
    tp: tuple[int, ...] = _SEVERAL, visible: bool = False,
) -> Case:  # fmt: skip
    return Case(name, f"ch13.{task}", title, drive, make, check, tp, visible, alone=True)


def _round_case(
    name: str, title: str, hare: Hare, visible: bool = False, twice: bool = False, **more: Any
) -> Case:
    meetings = 2 if twice else 1
    options: dict[str, Any] = {"twice": twice, "meetings": meetings, **more}
    values = options.pop("values", whole)
    lengths = options.pop("lengths", _some)
    make = _play(values, lengths, hare, rounds=options.pop("rounds", 5), **options)
    return _case(name, 2, title, "rounds", make, _ROUNDS, (2,) if visible else _SEVERAL, visible)


def _reductions(task: int, kind: str, method: str, meetings: int) -> list[Case]:
    """An all-reduce in one round, which meets once or twice."""

    def case(name: str, words: str, hare: Hare, visible: bool = False, **more: Any) -> Case:
        values, lengths = more.pop("values", whole), more.pop("lengths", _some)
        tp, check = more.pop("tp", _SEVERAL), more.pop("check", _REDUCED)
        make = _play(values, lengths, hare, method=method, meetings=meetings, **more)
        title = f"all-reduce {words}"
        return _case(f"{kind}-{name}", task, title, "collect", make, check, tp, visible)

    cases = [
        case("example", "of 3 numbers", _first, True, tp=(meetings + 1,), values=_by_hand,
             lengths=_three, rounds=1, check=_EXAMPLE),
        case("empty", "of no numbers", _first, lengths=_none, tp=(2,), rounds=2),
    ]  # fmt: skip
    if meetings == 1:
        return [
            *cases,
            case("order", "whose sum depends on the order", _first, values=cancelling, tp=(3, 4),
                 check=_ONE_RESULT),
            case("int64", "of large int64, the last rank ahead", _last, values=_int64),
        ]  # fmt: skip
    return [
        *cases,
        case("uneven", "of large int64, a length that the ranks do not divide", _last,
             values=_int64, lengths=_uneven),
        case("few", "of fewer numbers than ranks", _first, lengths=_few),
    ]  # fmt: skip


def _call_case(
    name: str, title: str, method: str, check: Check, hare: Hare, visible: bool = False,
    tp: tuple[int, ...] = _SEVERAL, **more: Any,
) -> Case:  # fmt: skip
    values, lengths = more.pop("values", whole), more.pop("lengths", _some)
    make = _play(values, lengths, hare, method=method, **more)
    return _case(name, 5, title, "collect", make, check, tp, visible)


CASES = (
    _case("sum-example", 1, "three parts of two numbers", "sums", sums_example, _SUMS, (3,), True),
    _case("sum-order", 1, "a sum that depends on the order", "sums", order_shows, _SUMS, (3, 4)),
    _case("sum-int64", 1, "large int64", "sums", large_sums, _SUMS),
    _case("sum-bfloat16", 1, "bfloat16", "sums", exact_sums, _SUMS),
    _round_case("rounds-example", "three rounds, rank 0 ahead", _first, True, values=_by_hand,
                lengths=_three, rounds=3),
    _round_case("rounds-twice", "rounds that meet twice, rank 0 ahead", _first, twice=True),
    _round_case("rounds-int64", "rounds of int64, the last rank ahead", _last, values=_int64),
    *_reductions(3, "at-once", "_reduce_at_once", 1),
    *_reductions(4, "two-steps", "_reduce_in_two_steps", 2),
    _call_case("gather-all-example", "all_gather of 3 numbers", "all_gather", _JOINED, _first,
               True, (2,), values=_by_hand, lengths=_three, rounds=1, meetings=1),
    _call_case("gather-long", "gather of more than a slot, a rank ahead that gets nothing",
               "gather", _JOINED, _first, lengths=_long, rounds=2, options={"dst": _last}),
    _call_case("gather-rows", "gather of rows, rank 0 ahead", "gather", _JOINED, _first,
               values=_rows, options={"dst": 1}),
    _call_case("broadcast-example", "broadcast from rank 1", "broadcast", _SENT, _first, True,
               (2,), values=_by_hand, lengths=_three, rounds=1, options={"src": 1}, meetings=1),
    _call_case("broadcast-rows", "broadcast of rows, rank 0 ahead", "broadcast", _SENT, _first,
               values=_rows, options={"src": 1}),
    _call_case("broadcast-long", "broadcast of more than a slot", "broadcast", _SENT, _first,
               lengths=_long, rounds=2, options={"src": _last}),
    *END_CASES,
)  # fmt: skip
