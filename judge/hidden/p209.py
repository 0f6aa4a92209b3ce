"""Problem 209: slots, counters, and sums of ranks that take turns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..i18n import _
from ..records import Case, Check, Finding, GroupRun, Inputs
from ..telling import saying
from .ch13_sums import cancelling, in_rank_order
from .common import Expected, apart, calls, integers, outputs, refusal_finding

Rng = np.random.Generator
Make = Callable[[Rng, int], Inputs]
Values = Callable[[Rng, int], list[np.ndarray]]  # an x for each rank
Hare = Callable[[int], int]

_SEVERAL = (2, 3, 4)
_LINE = 64
_SIZES = {"float32": 4, "int64": 8}  # bytes of a number


def _first(size: int) -> int:
    return 0


def _last(size: int) -> int:
    return size - 1


# slots


def slot_start(call: int, rank: int, size: int, slot_bytes: int) -> int:
    """The oracle."""
    before = size * _LINE
    return before + (size if call % 2 else 0) * slot_bytes + rank * slot_bytes


def _starts(rng: Rng, tp: int) -> Inputs:
    slot_bytes = 64 * int(rng.integers(1, 9))
    first = int(rng.integers(2, 90))
    made = [[call, rank, tp, slot_bytes] for call in (first, first + 1) for rank in range(tp)]
    return Inputs({"calls": made}, secret={"answers": [slot_start(*each) for each in made]})


def _starts_example(rng: Rng, tp: int) -> Inputs:
    made = [[call, rank, 2, 128] for rank in range(2) for call in (1, 2, 3)]
    return Inputs({"calls": made}, secret={"answers": [slot_start(*each) for each in made]})


# waiting


def _wait(behind: int, ahead: bool = False, idle: int = 0) -> Make:
    """So many ranks come one at a time, in any order, each after some looks in vain."""

    def make(rng: Rng, tp: int) -> Inputs:
        call = int(rng.integers(3, 60))
        late = [int(rank) for rank in rng.permutation(tp)[: min(behind, tp)]]
        there = [call + int(ahead and rng.integers(2)) for _ in range(tp)]
        if ahead:
            there[int(rng.integers(tp))] = call + 1
        counters = [call - 1 if rank in late else there[rank] for rank in range(tp)]
        moments: list[Any] = []
        for rank in late:
            moments += [[] for _ in range(idle)]
            moments.append([[rank, there[rank]]])
        return Inputs({"counters": counters, "call": call, "moments": moments})

    return make


def _waited(inputs: Inputs, tp: int) -> list[Expected]:
    return [{"the wait is over": True, "calls of pause": len(inputs.params["moments"])}]


def _waits(inputs: Inputs) -> str:
    """The call, the counters that were there, and who came."""
    params = inputs.params
    counters = ", ".join(map(str, params["counters"]))
    called = _("wait_for_all(counters, {call}, pause), the counters are {counters}.")
    came = _("In pause {number} rank {rank} publishes {value}.")
    lines = [called.format(call=params["call"], counters=counters)]
    for number, moment in enumerate(params["moments"], 1):
        lines += [came.format(number=number, rank=r, value=value) for r, value in moment]
    return "\n".join(lines)


# sums


def _reduce(values: Values, hare: Hare, rounds: int = 5, t: bool = False, **more: Any) -> Make:
    def make(rng: Rng, tp: int) -> Inputs:
        arrays = {
            f"x {number + 1} of rank {rank}": x
            for number in range(rounds)
            for rank, x in enumerate(values(rng, tp))
        }
        told = {"size": tp, "hare": hare(tp), "rounds": rounds, "slot_bytes": 128, "t": t}
        return Inputs({**told, **more}, arrays)

    return make


def _vectors(rng: Rng, tp: int) -> list[np.ndarray]:
    """Another length in each call, below the whole slot."""
    n = int(rng.integers(3, 32))
    return [integers(rng, n, low=-9, high=10) for _ in range(tp)]


def _matrices(rng: Rng, tp: int) -> list[np.ndarray]:
    rows, columns = (int(n) for n in rng.permutation([2, 3, 4])[:2])
    return [integers(rng, rows, columns, low=-9, high=10) for _ in range(tp)]


def _scalars(rng: Rng, tp: int) -> list[np.ndarray]:
    return [np.array(float(n), np.float32) for n in rng.integers(1, 99, tp)]


def _nothing(rng: Rng, tp: int) -> list[np.ndarray]:
    return [np.zeros((0, 3), np.float32)] * tp


def _int64(rng: Rng, tp: int) -> list[np.ndarray]:
    """Numbers that float32 cannot hold."""
    return [rng.integers(1 << 40, 1 << 41, 5) for _ in range(tp)]


def _full(rng: Rng, tp: int) -> list[np.ndarray]:
    return [integers(rng, 32) for _ in range(tp)]


def _hand(rng: Rng, tp: int) -> list[np.ndarray]:
    return [np.array([1, 2], np.float32) * 10**rank for rank in range(tp)]


def _sums(inputs: Inputs, tp: int) -> list[Expected]:
    held: dict[str, Any] = {}
    for number in range(inputs.params["rounds"]):
        parts = [inputs.arrays[f"x {number + 1} of rank {rank}"] for rank in range(tp)]
        total = in_rank_order(parts)
        held[f"sum {number + 1}"] = total.T if inputs.params["t"] else total
    return [{"the list of ranks that wait for ever": [], **held}, *[held] * (tp - 1)]


def _too_long(rng: Rng, tp: int) -> Inputs:
    slot_bytes, more = 64 * int(rng.integers(1, 5)), int(rng.integers(1, 4))
    lengths = {dtype: slot_bytes // size + more for dtype, size in _SIZES.items()}
    return Inputs({"slot_bytes": slot_bytes, "lengths": lengths})


def _refuses(inputs: Inputs, run: GroupRun) -> Finding | None:
    slot_bytes = inputs.params["slot_bytes"]
    for dtype, n in inputs.params["lengths"].items():
        call = f"all_reduce(x), x of {n} {dtype}, slots of {slot_bytes} bytes"
        said = run.ranks[0].values[f"outcome of {dtype}"]
        numbers = [str(_SIZES[dtype] * n), str(slot_bytes)]
        sentence = _("{call}: must be refused.").format(call=call)
        if found := refusal_finding(sentence, call, numbers, said):
            return found
    return outputs(lambda *_: [{"bytes that are not 0": 0}])(inputs, run)


def _real(rng: Rng, tp: int) -> Inputs:
    arrays = {f"x {rank}": integers(rng, 40, low=-9, high=10) for rank in range(tp)}
    params = {"slot_bytes": 192, "rounds": 300}
    return Inputs(params, arrays, own_arrays=apart(arrays, tp))


def _real_expected(inputs: Inputs, tp: int) -> list[Expected]:
    """Whole numbers below 2 ** 24: exact in float32."""
    parts = np.sum(list(inputs.arrays.values()), axis=0)
    total = 0.0
    for number in range(inputs.params["rounds"]):
        x = parts[: len(parts) - number % 7]
        total += float(x.sum()) + tp * number * len(x)
    return [{"sum of all sums": np.full(len(parts), total, np.float32)}] * tp


_WAITED = saying(outputs(_waited), _waits)
_SUMMED = outputs(_sums)
_EXAMPLE = outputs(_sums, show=("x 1 of rank 0", "x 1 of rank 1"))


def _case(
    name: str, task: int, title: str, drive: str, make: Make, check: Check,
    tp: tuple[int, ...] = _SEVERAL, visible: bool = False,
) -> Case:  # fmt: skip
    return Case(name, f"p209.{task}", title, drive, make, check, tp, visible, alone=True)


def _sum_case(name: str, title: str, make: Make, tp: tuple[int, ...] = _SEVERAL) -> Case:
    return _case(name, 3, title, "reduce", make, _SUMMED, tp)


CASES = (
    _case("slot-example", 1, "2 ranks, slots of 128 bytes", "starts", _starts_example,
          calls("slot_start"), (2,), True),
    _case("slot", 1, "slots of two calls", "starts", _starts, calls("slot_start"), (1, 2, 3, 4)),
    _case("wait-example", 2, "one rank is missing", "wait", _wait(1), _WAITED, (2,), True),
    _case("wait-nobody", 2, "nobody is missing", "wait", _wait(0), _WAITED),
    _case("wait-some", 2, "ranks come one at a time", "wait", _wait(4, idle=2), _WAITED),
    _case("wait-ahead", 2, "a rank is one call ahead", "wait", _wait(1, ahead=True), _WAITED),
    _case("sum-example", 3, "the example by hand", "reduce", _reduce(_hand, _first, 1), _EXAMPLE,
          (2,), True),
    _sum_case("sum-order", "a sum that depends on the order", _reduce(cancelling, _first), (3, 4)),
    _sum_case("sum-strided", "transposes", _reduce(_matrices, _first, t=True)),
    _sum_case("sum-scalars", "single numbers without a dimension", _reduce(_scalars, _first)),
    _sum_case("sum-nothing", "no numbers", _reduce(_nothing, _first, 2), (2, 3)),
    _sum_case("sum-int64", "large int64", _reduce(_int64, _last)),
    _sum_case("sum-bfloat16", "bfloat16", _reduce(_vectors, _first, dtype="bfloat16"), (3,)),
    _sum_case("sum-full", "slots that are full", _reduce(_full, _last)),
    _sum_case("sum-one-rank", "a single rank", _reduce(_vectors, _first), (1,)),
    _case("too-long", 3, "more than a slot", "too_long", _too_long, _refuses, (1,)),
    Case("real", "p209.3", "300 calls between real processes", "real", _real,
         outputs(_real_expected), (2, 3), real=True),
)  # fmt: skip
