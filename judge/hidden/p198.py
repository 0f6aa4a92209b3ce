"""Problem 198: inputs, oracles, cases, and what may travel between which ranks."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from ..i18n import _
from ..provenance import labelled
from ..records import Case, Check, Finding, GroupRun, Inputs, Verdict
from ..telling import first_of
from .common import Expected, integers, outputs, sent_apart

Rng = np.random.Generator
Make = Callable[[Rng, int], Inputs]
Sizes = Callable[[Rng, int], Sequence[int]]
Most = Callable[[Inputs, int, int], int]  # numbers that a rank may send: inputs, rank, ranks

_SEVERAL = (2, 3, 4)
_BYTES = {"bfloat16": 2, "int64": 8}


# inputs


def _one_size(rng: Rng, tp: int) -> list[int]:
    return [int(rng.integers(1, 4))] * tp


def _sizes(rng: Rng, tp: int) -> list[int]:
    """All different, one of them 0."""
    return [int(n) for n in rng.permutation([0, 2, 1, 3][:tp])]


def _parts(sizes: Sizes, **more: object) -> Make:
    """For each rank one part for each rank."""

    def make(rng: Rng, tp: int) -> Inputs:
        counts = sizes(rng, tp)
        arrays = {
            f"rank {r} part {i}": integers(rng, count) for r in range(tp)
            for i, count in enumerate(counts)
        }  # fmt: skip
        return Inputs({"parts": tp, "sizes": counts, **more}, arrays)

    return make


def _part(sizes: Sizes, **more: object) -> Make:
    """For each rank its part, of labels."""

    def make(rng: Rng, tp: int) -> Inputs:
        counts = sizes(rng, tp)
        whole = labelled(int(rng.integers(1, 200)), sum(counts))
        parts = np.split(whole, np.cumsum(counts)[:-1])
        arrays = {f"part {r}": part for r, part in enumerate(parts)}
        return Inputs({"sizes": counts, **more}, arrays)

    return make


def _x(shape: Callable[[Rng, int], tuple[int, ...]], again: bool = False, **more: object) -> Make:
    def make(rng: Rng, tp: int) -> Inputs:
        dims = shape(rng, tp)
        arrays = {
            f"{name} {r}": integers(rng, *dims)
            for name in ("x", "another x")[: 1 + again]
            for r in range(tp)
        }
        return Inputs(dict(more), arrays)

    return make


def _divides(rng: Rng, tp: int) -> tuple[int, ...]:
    return tp * int(rng.integers(2, 4)), int(rng.integers(2, 4))


def _does_not(rng: Rng, tp: int) -> tuple[int, ...]:
    """Odd, and one more or less than a multiple of tp."""
    return (tp * int(rng.integers(3, 6)) + int(rng.choice([-1, 1])),)


def _three_dims(rng: Rng, tp: int) -> tuple[int, ...]:
    return 5, int(rng.choice([1, 3])), 7


# oracles


def _reduce_scatter_expected(inputs: Inputs, tp: int) -> list[Expected]:
    parts = [[inputs.arrays[f"rank {r} part {i}"] for r in range(tp)] for i in range(tp)]
    return [{"own sum": np.sum(own, axis=0, dtype=np.float32)} for own in parts]


def _all_gather_expected(inputs: Inputs, tp: int) -> list[Expected]:
    parts = {f"part of rank {r}": inputs.arrays[f"part {r}"] for r in range(tp)}
    return [{"number of parts": tp, **parts}] * tp


def _all_reduce_expected(inputs: Inputs, tp: int) -> list[Expected]:
    names = {"sum": "x", "sum, called again": "another x"}
    return [
        {
            said: np.asarray(sum(inputs.arrays[f"{name} {r}"] for r in range(tp)), np.float32)
            for said, name in names.items()
            if f"{name} 0" in inputs.arrays
        }
    ] * tp


# what may travel


def _but_own(inputs: Inputs, rank: int, tp: int) -> int:
    sizes = inputs.params["sizes"]
    return int(sum(sizes) - sizes[rank])


def _but_next(inputs: Inputs, rank: int, tp: int) -> int:
    return _but_own(inputs, (rank + 1) % tp, tp)


def _twice_a_part(inputs: Inputs, rank: int, tp: int) -> int:
    calls = 1 + ("another x 0" in inputs.arrays)
    return calls * 2 * (tp - 1) * -(-inputs.arrays["x 0"].size // tp)


def _ring(most: Most) -> Check:
    """Only messages, only between neighbours, and no number too many."""

    def check(inputs: Inputs, run: GroupRun) -> Finding | None:
        for rank in run.ranks:
            after, before = (rank.rank + 1) % run.tp, (rank.rank - 1) % run.tp
            for call in rank.collectives:
                if call.op not in ("send", "recv"):
                    message = _("Rank {rank} calls {op}, which is what you build here.").format(
                        rank=rank.rank, op=call.op
                    )
                    return _not_so(message, _("send and recv only"), str(call), rank.rank)
                if call.root != (after if call.op == "send" else before):
                    message = _(
                        "Rank {rank} talks to a rank that is not where it should be."
                    ).format(rank=rank.rank)
                    wanted = f"send to rank {after}, recv from rank {before}"
                    return _not_so(message, wanted, str(call), rank.rank)
            bytes_each = _BYTES.get(str(inputs.params.get("dtype", "")), 4)
            sent = sum(call.num_bytes for call in rank.collectives if call.op == "send")
            allowed = most(inputs, rank.rank, run.tp)
            if sent > allowed * bytes_each:
                message = _("Rank {rank} sends more than it needs to.").format(rank=rank.rank)
                wanted = f"{allowed} numbers of {bytes_each} bytes at most"
                actual = f"{sent / bytes_each:g} numbers in {_sends(run, rank.rank)} messages"
                return _not_so(message, wanted, actual, rank.rank)
        return None

    return check


def _sends(run: GroupRun, rank: int) -> int:
    return sum(call.op == "send" for call in run.ranks[rank].collectives)


def _not_so(message: str, expected: str, actual: str, rank: int) -> Finding:
    verdict = Verdict.CONTRACT_VIOLATION
    return Finding(verdict, message, expected, actual, rank, still_right=_("The values"))


def _check(expected: Callable[[Inputs, int], list[Expected]], most: Most) -> Check:
    names = [f"rank {r} part {i}" for r in range(3) for i in range(3)]
    names += [f"{name} {r}" for r in range(3) for name in ("part", "x")]
    return first_of(outputs(expected, names), _ring(most))


_CHECKS = {
    "reduce_scatter": _check(_reduce_scatter_expected, _but_own),
    "all_gather": _check(_all_gather_expected, _but_next),
    "all_reduce": _check(_all_reduce_expected, _twice_a_part),
}
_TASKS = {name: f"p198.{number}" for number, name in enumerate(_CHECKS, 1)}


def _case(
    name: str, drive: str, title: str, make: Make, tp: tuple[int, ...] = _SEVERAL,
    visible: bool = False,
) -> Case:  # fmt: skip
    sent = sent_apart(make)
    return Case(name, _TASKS[drive], title, drive, sent, _CHECKS[drive], tp, visible)


def _hand(drive: str) -> Make:
    """The page's example."""
    own = [np.array([1, 2, 3], np.float32) * 10**r for r in range(3)]
    if drive == "reduce_scatter":
        arrays = {f"rank {r} part {i}": own[r][i : i + 1] for r in range(3) for i in range(3)}
        return lambda rng, tp: Inputs({"parts": 3, "sizes": [1, 1, 1]}, arrays)
    if drive == "all_gather":
        parts = {f"part {r}": np.array([111 * (r + 1)], np.float32) for r in range(3)}
        return lambda rng, tp: Inputs({"sizes": [1, 1, 1]}, parts)
    return lambda rng, tp: Inputs({}, {f"x {r}": x for r, x in enumerate(own)})


_RS, _AG, _AR = "reduce_scatter", "all_gather", "all_reduce"

CASES = (
    _case("scatter-example", _RS, "own sums of 3 numbers", _hand(_RS), (3,), True),
    _case("scatter", _RS, "own sums, parts of other sizes, one empty", _parts(_sizes)),
    _case("scatter-bfloat16", _RS, "own sums in bfloat16",
          _parts(_one_size, dtype="bfloat16"), (2,)),
    _case("scatter-one-rank", _RS, "the own sum of a single rank", _parts(_one_size), (1,)),
    _case("gather-example", _AG, "3 parts of 1 number", _hand(_AG), (3,), True),
    _case("gather", _AG, "all parts, of other sizes, one empty", _part(_sizes)),
    _case("gather-bfloat16", _AG, "all parts in bfloat16", _part(_one_size, dtype="bfloat16"),
          (2,)),
    _case("gather-one-rank", _AG, "the part of a single rank", _part(_one_size), (1,)),
    _case("reduce-example", _AR, "the sum of 3 numbers", _hand(_AR), (3,), True),
    _case("reduce", _AR, "the sum, a size that does not divide, called twice",
          _x(_does_not, again=True), (1, 2, 3, 4)),
    _case("reduce-3-dims", _AR, "the sum of 3 dimensions", _x(_three_dims), (2, 4)),
    _case("reduce-scalar", _AR, "the sum of scalars", _x(lambda rng, tp: ()), (2, 3)),
    _case("reduce-few", _AR, "the sum of 3 numbers on 4 ranks", _x(lambda rng, tp: (3, 1)), (4,)),
    _case("reduce-none", _AR, "the sum of no numbers", _x(lambda rng, tp: (2, 0)), (2, 3)),
    _case("reduce-strided", _AR, "the sum of a transpose", _x(_divides, strided=True), (2, 3)),
    _case("reduce-bfloat16", _AR, "the sum in bfloat16",
          _x(lambda rng, tp: (3, 5), dtype="bfloat16"), (2,)),
)  # fmt: skip
