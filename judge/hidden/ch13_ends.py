"""Chapter 13: refusals, ranks that have ended, and everything between real processes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..i18n import _
from ..records import Case, Finding, GroupRun, Inputs, Verdict
from .common import Expected, apart, came_to, integers, outputs, refusal_finding

Rng = np.random.Generator
Ranks = Callable[[Rng, int], dict[str, Any]]  # rng, size: what is the case with the ranks

_ERROR = "ConnectionError"
_ITS_KINDS = ("ConnectionResetError", "ConnectionAbortedError", "BrokenPipeError")


# refusals


def _refuse(rng: Rng, tp: int) -> Inputs:
    return Inputs({"size": tp, "src": tp + int(rng.integers(0, 9))})


def _refuses(inputs: Inputs, run: GroupRun) -> Finding | None:
    size, src = inputs.params["size"], inputs.params["src"]
    said = run.ranks[0].values
    call = f"broadcast(x, src={src})"
    found = refusal_finding(
        _("{call} must be refused in a group of {size}.").format(call=call, size=size),
        call,
        [str(src), str(size)],
        said["root"],
    )
    strided = "broadcast(x), x a transpose of shape [2, 3]"
    found = found or refusal_finding(
        _("{strided}, must be refused.").format(strided=strided), strided, ["2, 3"], said["strided"]
    )
    return found or outputs(lambda *_: [{"the number of meetings": 0, "alone": True}])(inputs, run)


# ranks that have ended


def _look(ranks: Ranks) -> Callable[[Rng, int], Inputs]:
    """The tick of this rank and of the others, and who has ended; `missed` is kept."""

    def make(rng: Rng, tp: int) -> Inputs:
        params = {"last": {}, "ended": [], **ranks(rng, tp)}
        missed = params.pop("missed")
        return Inputs(params, secret={"missed": missed})

    return make


def _two(rng: Rng, size: int) -> tuple[int, int]:
    rank, other = (int(r) for r in rng.permutation(size)[:2])
    return rank, other


def _tick(rng: Rng) -> int:
    return int(rng.integers(4, 90))


def _done(rng: Rng, size: int) -> dict[str, Any]:
    """One has ended, having published this tick, or even the next; a living one is behind."""
    rank, other = _two(rng, size)
    tick = _tick(rng)
    ticks = [tick if r == rank else tick - 1 for r in range(size)]
    ticks[other] = tick + int(rng.integers(2))
    return {"rank": rank, "ticks": ticks, "ended": [other], "missed": []}


def _at_the_last(rng: Rng, size: int) -> dict[str, Any]:
    """It publishes this tick while somebody looks whether it lives, and ends."""
    rank, other = _two(rng, size)
    tick = _tick(rng)
    ticks = [tick - 1 if r == other else tick for r in range(size)]
    last = {str(other): tick}
    return {"rank": rank, "ticks": ticks, "ended": [other], "last": last, "missed": []}


def _one_of_two(rng: Rng, size: int) -> dict[str, Any]:
    """Two have ended, and one of them did its part before."""
    rank = int(rng.integers(size))
    done, behind, *_ = (r for r in range(size) if r != rank)
    tick = _tick(rng)
    ticks = [tick - 1 if r == behind else tick for r in range(size)]
    return {"rank": rank, "ticks": ticks, "ended": [done, behind], "missed": [behind]}


def _example(rng: Rng, size: int) -> dict[str, Any]:
    return {"rank": 0, "ticks": [7, 6], "ended": [1], "missed": [1]}


def _looked(inputs: Inputs, run: GroupRun) -> Finding | None:
    params, missed = inputs.params, inputs.secret["missed"]
    said = run.ranks[0].values["outcome"]
    ticks = ", ".join(map(str, params["ticks"]))
    ended = [r for r in params["ended"] if r != params["rank"]]
    gone = ", ".join(_("rank {rank}").format(rank=r) for r in ended) or _("nobody")
    facts = _("Rank {rank} looks. The ticks are {ticks}; ended: {gone}.")
    if params["last"]:
        facts = _(
            "Rank {rank} looks. The ticks are {ticks}; ended: {gone}. It published its tick while "
            "it was asked whether it lives: then it is the same."
        )
    facts = facts.format(rank=params["rank"], ticks=ticks, gone=gone)
    if not missed:
        if said.get("raises"):
            return Finding(
                Verdict.WRONG_ANSWER,
                _("Nobody is missed here.\n{facts}").format(facts=facts),
                _("no error"),
                came_to(said),
            )
    elif finding := _must_name(missed[0], facts, said):
        return finding
    if run.ranks[0].values["asked about itself"]:
        message = _(
            "The rank asked whether it is alive itself: no lock of its own "
            "process stops it, and it gives the lock back that says so to the "
            "others."
        )
        return Finding(
            Verdict.CONTRACT_VIOLATION, f"{message}\n{facts}", still_right=_("The answer")
        )
    return None


def _must_name(rank: int, facts: str, said: Any) -> Finding | None:
    if said.get("raises") not in (_ERROR, *_ITS_KINDS):
        return Finding(
            Verdict.WRONG_ANSWER,
            _("Rank {rank} will never come.\n{facts}").format(rank=rank, facts=facts),
            _("a ConnectionError that names rank {rank}").format(rank=rank),
            came_to(said),
        )
    first = [word.strip(",.:;") for word in str(said["message"]).split()]
    numbers = [word for word in first if word.isdecimal()]
    if str(rank) in numbers:
        return None
    return Finding(
        Verdict.WRONG_ANSWER,
        _("The error must name the rank that has ended.\n{facts}").format(facts=facts),
        _("rank {rank} in the message").format(rank=rank),
        came_to(said),
    )


# real processes


def _real(rng: Rng, tp: int) -> Inputs:
    """An uneven length, one above the bound of two steps, and one above a slot of 1 MiB."""
    sizes = [int(rng.integers(5, 9)) * tp + 1, int(rng.integers(20_000, 30_000)), 300_001]
    arrays = {f"x {r} {n}": integers(rng, n, low=-9, high=10) for n in sizes for r in range(tp)}
    params = {"rounds": {str(n): 300 if n < 1000 else 20 for n in sizes}}
    return Inputs(params, arrays, own_arrays=apart(arrays, tp))


def _real_expected(inputs: Inputs, tp: int) -> list[Expected]:
    held: dict[str, Any] = {}
    for text, rounds in inputs.params["rounds"].items():
        n = int(text)
        parts = [inputs.arrays[f"x {rank} {n}"] for rank in range(tp)]
        more = np.float32(tp * (rounds - 1))
        held[f"sum of {n} numbers"] = np.sum(parts, axis=0, dtype=np.float32) + more
        held[f"{n} numbers of each rank"] = np.concatenate(parts)
        held[f"{n} numbers of the last rank"] = parts[-1]
    ranks = np.arange(1, tp + 1)
    return [held | {"gathered": ranks if rank == 1 else None} for rank in range(tp)]


def _look_case(
    name: str, title: str, ranks: Ranks, tp: tuple[int, ...] = (2, 3, 4), visible: bool = False
) -> Case:
    return Case(name, "ch13.6", title, "look", _look(ranks), _looked, tp, visible, alone=True)


END_CASES = (
    Case("broadcast-refused", "ch13.5", "broadcasts that are refused", "refused", _refuse, _refuses,
         (2, 3), alone=True),
    _look_case("look-example", "rank 1 of 2 has ended", _example, (2,), True),
    _look_case("look-done", "one has ended after its part", _done),
    _look_case("look-last-moment", "one ends while it is asked for", _at_the_last),
    _look_case("look-two", "two have ended, one after its part", _one_of_two, (3, 4)),
    Case("real", "ch13.6", "all collectives between real processes", "real", _real,
         outputs(_real_expected), (2, 3), real=True),
)  # fmt: skip
