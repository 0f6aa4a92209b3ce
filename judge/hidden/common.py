"""What hidden cases share: checks built from an oracle. How a finding is worded is in `wording`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from .. import blocks, compare
from ..blocks import Compared
from ..compare import Axis
from ..i18n import _
from ..provenance import Source
from ..records import Check, Finding, GroupRun, Inputs, Json, RankRun, Verdict
from ..telling import Telling
from ..wire import Array
from .wording import Sources, Wrong, counts_in_words, finding_of, shown

Expected: TypeAlias = Mapping[str, Any]  # name -> numpy array, or a plain Python value
Oracle: TypeAlias = Callable[[Inputs, int], Sequence[Expected]]  # one entry a rank
SourcesOf: TypeAlias = Callable[[str], Sequence[Source]]  # of a named parameter
Counts: TypeAlias = Callable[[Inputs, int], Mapping[str, int]]
Make: TypeAlias = Callable[[np.random.Generator, int], Inputs]
Part: TypeAlias = Callable[[Inputs, str, int, int], np.ndarray]  # inputs, name, rank, ranks


def integers(rng: np.random.Generator, *dims: int, low: int = -4, high: int = 5) -> np.ndarray:
    """Small whole numbers without 0 as float32: every sum of them is exact, in any order."""
    values = rng.integers(low, high, dims)
    return np.where(values == 0, high, values).astype(np.float32)


# what each rank is sent


def apart(arrays: Mapping[str, np.ndarray], tp: int) -> list[dict[str, np.ndarray]]:
    """For each rank what is its own or nobody's: "x 1" and "rank 1 part 0" are rank 1's."""
    return [{n: a for n, a in arrays.items() if _rank_in(n) in (None, r)} for r in range(tp)]


def _rank_in(name: str) -> int | None:
    """The first number among the words of a name."""
    return next((int(word) for word in name.split() if word.isdecimal()), None)


def sent_apart(make: Make) -> Make:
    """The same inputs, each rank sent what `apart` gives it."""

    def made(rng: np.random.Generator, tp: int) -> Inputs:
        inputs = make(rng, tp)
        return replace(inputs, own_arrays=apart(inputs.arrays, tp))

    return made


def sent_cut(make: Make, part: Part) -> Make:
    """The same inputs, each rank sent only its part of each array."""

    def made(rng: np.random.Generator, tp: int) -> Inputs:
        inputs = make(rng, tp)
        own = [{n: part(inputs, n, rank, tp) for n in inputs.arrays} for rank in range(tp)]
        return replace(inputs, own_arrays=own)

    return made


def outputs(
    oracle: Oracle,
    show: Sequence[str] = (),
    tolerance: float = 0.0,
    sources: Sources | None = None,
    counts: Counts | None = None,
    drawn: Sources | None = None,
    axes: Callable[[str], Sequence[Axis]] = lambda _name: (),
) -> Check:
    """A check that every rank gave back what the oracle says.

    `show` names the inputs that the message prints, `sources` the labelled tensors a wrong shard is
    read back into, `counts` the collectives that each rank must have made. The parameter "dtype" of
    a case is the dtype that its tensors must have. `drawn` is like `sources`, but for the picture
    only: worked examples show their numbers. `axes` names the dimensions of a result but the last:
    then only the first row that differs is shown. A name `shard@1` is rank 1's shard in a case
    where one process plays every rank. `extra shard` is how many bytes stay alive beside it: none.
    """

    def check(inputs: Inputs, run: GroupRun) -> Finding | None:
        expected = oracle(inputs, run.tp)
        wanted = counts(inputs, run.tp) if counts else {}
        counted = _counts_wrong(wanted, run) if counts else None
        ranks = by_rank(run, len(expected))
        wrong = _wrong(expected, ranks, tolerance, str(inputs.params.get("dtype", "")), axes)
        if wrong:
            right = counts_in_words(wanted) if wanted and not counted else ""
            found = finding_of(wrong, inputs, ranks, show, sources, right)
            if (whole := sources or drawn) is None:
                return found
            return with_shards(found, expected, ranks, lambda _name: whole(inputs))
        return counted or next(filter(None, map(_view, ranks.ranks)), None)

    return Telling(check, lambda inputs, _run, _rank: shown(inputs, show, small=True))


def with_shards(
    finding: Finding, expected: Sequence[Expected], run: GroupRun, sources: SourcesOf
) -> Finding:
    """The finding with the shards of the first tensor that differs, for a picture."""
    return replace(finding, shards=lambda: _compared(expected, run, sources))


def _compared(expected: Sequence[Expected], run: GroupRun, sources: SourcesOf) -> Compared | None:
    for name in dict.fromkeys(name for wanted in expected for name in wanted):
        want = [w for w in (wanted.get(name) for wanted in expected) if isinstance(w, np.ndarray)]
        got = [rank.arrays.get(name) for rank in run.ranks]
        have = [array.numpy() if isinstance(array, Array) else np.empty(0) for array in got]
        if len(want) != len(have):
            continue
        if not all(np.array_equal(*pair) for pair in zip(want, have, strict=True)):
            return blocks.compared(name, have, want, sources(name))
    return None


def by_rank(run: GroupRun, size: int) -> GroupRun:
    """One process that played every rank, seen as that many: `shard@1` is rank 1's `shard`."""
    if len(run.ranks) != 1:
        return run
    return replace(run, ranks=tuple(_as_rank(run.ranks[0], rank) for rank in range(size)))


def _as_rank(only: RankRun, rank: int) -> RankRun:
    """What is marked as this rank's; what is nobody's is rank 0's."""
    mine = (f"@{rank}", "") if rank == 0 else (f"@{rank}",)

    def part(named: Mapping[str, Any]) -> dict[str, Any]:
        split = ((name.partition("@"), item) for name, item in named.items())
        return {head: item for (head, at, tail), item in split if at + tail in mine}

    return replace(only, rank=rank, values=part(only.values), arrays=part(only.arrays))


def _wrong(
    expected: Sequence[Expected], run: GroupRun, tolerance: float, dtype: str,
    axes: Callable[[str], Sequence[Axis]],
) -> list[Wrong]:  # fmt: skip
    """What differs, on the rank where it does; name by name, so that the first name comes first."""
    found = []
    for name in dict.fromkeys(name for wanted in expected for name in wanted):
        for rank, wanted in zip(run.ranks, expected, strict=True):
            if name not in wanted:
                continue
            value, got = wanted[name], rank.arrays.get(name, rank.values.get(name))
            if isinstance(value, np.ndarray):
                typed = dtype if value.dtype.kind == "f" else ""
                difference = compare.difference(name, value, got, tolerance, typed, axes(name))
            else:
                difference = compare.value_difference(name, value, got)
            if difference:
                shared = sum(name in other for other in expected) == 1 < len(expected)
                found.append(Wrong(rank, name, difference, value, shared))
    return found


def _counts_wrong(expected: Mapping[str, int], run: GroupRun) -> Finding | None:
    for rank in run.ranks:
        counted = Counter(call.op for call in rank.collectives)
        if dict(counted) != {op: n for op, n in expected.items() if n}:
            return Finding(
                Verdict.CONTRACT_VIOLATION,
                _("Rank {rank} makes other collective calls than are needed here.").format(
                    rank=rank.rank
                ),
                expected=counts_in_words(expected),
                actual=counts_in_words(counted),
                rank=rank.rank,
                still_right=_("The values"),
            )
    return None


def _view(rank: RankRun) -> Finding | None:
    """A shard that keeps more alive than itself."""
    for name, extra in rank.values.items():
        if not name.startswith("extra ") or not isinstance(extra, int) or extra <= 0:
            continue
        shard = name.removeprefix("extra ")
        own = len(rank.arrays[shard].data) if shard in rank.arrays else 0
        what = _(
            "The {shard} of rank {rank} is a view: the whole tensor stays in memory with it. "
            "(.contiguous() copies only what is not contiguous yet; whole rows are.)"
        )
        return Finding(
            Verdict.CONTRACT_VIOLATION,
            what.format(shard=shard, rank=rank.rank),
            expected=_("{own} bytes, memory of its own").format(own=own),
            actual=_("{bytes} bytes stay alive").format(bytes=own + extra),
            rank=rank.rank,
            still_right=_("Its values"),
        )
    return None


# calls with plain arguments, some of which must be refused

REFUSED = "ValueError"
_MOST_SAID = 4000  # characters


class Refusal(NamedTuple):
    """An answer: a ValueError that prints these numbers, not all of those in the call."""

    numbers: tuple[int, ...]


def calls(function: str) -> Check:
    """A check of the drive that makes `params["calls"]`, argument lists, and says what came back.

    `secret["answers"]` holds for each call its value, a Refusal, or REFUSED: a ValueError that
    prints every whole number of the call.
    """

    def check(inputs: Inputs, run: GroupRun) -> Finding | None:
        said = run.ranks[0].values["outcomes"]
        pairs = zip(inputs.params["calls"], inputs.secret["answers"], said, strict=True)
        found = (_call_finding(function, *each) for each in pairs)
        return next(filter(None, found), None)

    return check


def _call_finding(
    function: str, arguments: list[Json], answer: Json, said: Mapping[str, Json]
) -> Finding | None:
    text = f"{function}({', '.join(map(repr, arguments))})"
    if answer == REFUSED:
        answer = Refusal(tuple(n for n in arguments if type(n) is int))
    if isinstance(answer, Refusal):
        numbers = [str(n) for n in answer.numbers]
        sentence = _("{call} must be refused.").format(call=text)
        return refusal_finding(sentence, text, numbers, said)
    if said.get("raises") is None and _is(said["value"], answer):
        return None
    sentence = _("{call} is wrong.").format(call=text)
    return Finding(Verdict.WRONG_ANSWER, sentence, repr(answer), came_to(said))


def _is(value: Json, answer: Json) -> bool:
    """Equal and of the same types: 2.0 is not 2."""
    if isinstance(answer, dict) and isinstance(value, dict):
        return set(value) == set(answer) and all(_is(value[k], v) for k, v in answer.items())
    if isinstance(answer, list) and isinstance(value, list):
        return len(value) == len(answer) and all(map(_is, value, answer))
    return type(value) is type(answer) and bool(value == answer)


def refusal_finding(
    sentence: str, call: str, wanted: Sequence[str], said: Mapping[str, Json]
) -> Finding | None:
    """None for a ValueError whose message holds each of `wanted`, as whole numbers."""
    if said.get("raises") != REFUSED:
        return Finding(Verdict.WRONG_ANSWER, sentence, REFUSED, came_to(said))
    message = str(said["message"])
    lacking = [number for number in wanted if not _mentions(message, number)]
    if not lacking:
        return None
    numbers = _(" and ").join(wanted)
    return Finding(
        Verdict.WRONG_ANSWER,
        _("The ValueError of {call} must print {numbers}.").format(call=call, numbers=numbers),
        _("{numbers} in the message").format(numbers=numbers),
        f"ValueError: {message}" if message else _("a ValueError without a message"),
    )


def _mentions(message: str, wanted: str) -> bool:
    """`wanted` is a number, or a shape "6, 8" that may be written in any brackets."""
    numbers = re.findall(r"\d+", wanted)
    pattern = r"(?<![\d.])" + r"\D{1,3}".join(numbers) + r"(?![\d])"
    return re.search(pattern, message) is not None


def came_to(said: Mapping[str, Json]) -> str:
    """What a call returned or raised; a rank may say a lot."""
    if said.get("raises") is None:
        return compare.word(said.get("value"))[:_MOST_SAID]
    message = str(said.get("message", ""))[:_MOST_SAID]
    return f"{str(said['raises'])[:80]}: {message}".rstrip(": ")
