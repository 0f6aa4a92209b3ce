"""Problem 204: logits with known probabilities, and whether what was drawn can follow them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from ..compare import shape
from ..i18n import _
from ..records import Case, Check, Finding, GroupRun, Inputs, RankRun, Verdict
from ..wire import Array, described
from .common import Expected, apart, integers, outputs

Rng = np.random.Generator
Make = Callable[[Rng, int], Inputs]
Pairs = Callable[[Rng, int], tuple[list[int], list[int]]]

_DRAWS = 800
_ODDS = [0.5, 0.25, 0.15, 0.07, 0.03]


def probabilities(logits: np.ndarray, temperature: float) -> np.ndarray:
    """The oracle: softmax at this temperature."""
    scaled = logits.astype(np.float64) / temperature
    odds: np.ndarray = np.exp(scaled - scaled.max())
    return odds / odds.sum()


def _seed(rng: Rng) -> int:
    return int(rng.integers(1 << 20))


def _same_rows(rng: Rng, count: int = _DRAWS) -> np.ndarray:
    """Rows of the same logits: their ids are so many draws."""
    row = rng.permutation(np.log(_ODDS)) + rng.integers(-3, 4)
    return np.tile(row.astype(np.float32), (count, 1))


def _peaks(rng: Rng) -> np.ndarray:
    """Rows in which two logits are largest, but for the first row."""
    rows = integers(rng, 5, 9)
    rows[np.arange(5), rng.integers(0, 4, 5)] = 7
    rows[np.arange(1, 5), rng.integers(4, 9, 4)] = 7
    return rows


# the checks


def _ids_of(rank: RankRun, name: str, rows: int) -> np.ndarray | Finding:
    got = rank.arrays.get(name)
    if isinstance(got, Array) and got.dtype == "int64" and got.shape == (rows,):
        return got.numpy()
    what = (
        _("no tensor")
        if got is None
        else _("{dtype} of shape {shape}").format(dtype=got.dtype, shape=shape(got.shape))
    )
    sentence = _("There must be one id for each row: {name} on rank {rank}.").format(
        name=name, rank=rank.rank
    )
    return Finding(
        Verdict.WRONG_ANSWER,
        sentence,
        _("int64 of shape [{rows}]").format(rows=rows),
        what,
        rank.rank,
    )


def _shares(ids: np.ndarray, logits: np.ndarray, temperature: float) -> Finding | None:
    """Whether ids can be draws from the logits that all rows have."""
    probs = probabilities(logits[0], temperature)
    if not ((ids >= 0) & (ids < len(probs))).all():
        bad = int(ids[(ids < 0) | (ids >= len(probs))][0])
        return Finding(
            Verdict.WRONG_ANSWER,
            _("An id is none."),
            _("0 to {count}").format(count=len(probs) - 1),
            str(bad),
        )
    counted = np.bincount(ids, minlength=len(probs)) / len(ids)
    chi_square = len(ids) * float(((counted - probs) ** 2 / probs).sum())
    if chi_square < 27 + 3 * (len(probs) - 1):  # of right answers one in ten million is above
        return None
    odds = ", ".join(f"{p:.2f}" for p in probabilities(logits[0], 1.0))
    return Finding(
        Verdict.WRONG_ANSWER,
        _(
            "{count} rows with the same logits do not give each id as often as they "
            "should.\nsoftmax of the logits {odds}   temperature {temperature}"
        ).format(count=len(ids), odds=odds, temperature=temperature),
        expected=", ".join(f"{p:.2f}" for p in probs) + "   shares of the ids",
        actual=", ".join(f"{p:.2f}" for p in counted),
    )


def _drawn(*same: str) -> Check:
    """Rank 0's ids follow the logits, or are the largest; all of `same` names agree with them."""

    def check(inputs: Inputs, run: GroupRun) -> Finding | None:
        logits = inputs.arrays.get("logits", inputs.arrays.get("logits 0"))
        assert logits is not None
        ids = _ids_of(run.ranks[0], "ids", len(logits))
        if isinstance(ids, Finding):
            return ids
        temperature = inputs.params["temperature"]
        if temperature == 0:
            wanted: list[Expected] = [{name: logits.argmax(-1) for name in ("ids", *same)}]
            return outputs(lambda inputs, tp: wanted * tp, ("logits 0", "logits 1"))(inputs, run)
        shares = _shares(ids, logits, temperature)
        if shares is not None:
            return shares
        agreed: list[Expected] = [{name: ids for name in ("ids", *same)}]
        return outputs(lambda inputs, tp: agreed * tp)(inputs, run)

    return check


def _one_broadcast(inputs: Inputs, run: GroupRun) -> Finding | None:
    """Of the ids, from rank 0; nothing else."""
    rows = len(inputs.arrays["logits 0"])
    wanted = [("broadcast", rows, "int64", 0)] if run.tp > 1 else []
    for rank in run.ranks:
        made = [(c.op, int(np.prod(c.shape)), c.dtype, c.root) for c in rank.collectives]
        if made != wanted:
            return Finding(
                Verdict.CONTRACT_VIOLATION,
                _("Rank {rank} makes other calls than are needed here.").format(rank=rank.rank),
                expected=_("1 broadcast of [{rows}] int64 from rank 0").format(rows=rows)
                if wanted
                else _("no call"),
                actual=", ".join(map(str, rank.collectives)) or _("no call"),
                rank=rank.rank,
                still_right=_("The ids"),
            )
    return None


def _lockstep(inputs: Inputs, run: GroupRun) -> Finding | None:
    return _drawn()(inputs, run) or _one_broadcast(inputs, run)


def _seeded(inputs: Inputs, run: GroupRun) -> Finding | None:
    """Draws that follow the logits; the same in any order, alone, and on every rank."""
    ids = run.ranks[0].arrays.get("ids")
    found = _drawn()(inputs, run)
    if found is not None or not isinstance(ids, Array):
        return found
    whole = ids.numpy()
    wanted: dict[str, Any] = {"ids": whole, "ids in another order": whole[inputs.params["order"]]}
    wanted |= {f"ids of row {row} alone": whole[row : row + 1] for row in range(3)}
    wanted["torch's own random state"] = described("as it was")
    return outputs(lambda inputs, tp: [wanted] * tp, counts=_none)(inputs, run)


def _none(inputs: Inputs, tp: int) -> Mapping[str, int]:
    return {}


# inputs


def _draws(temperature: float, dtype: str = "", count: int = _DRAWS) -> Make:
    def make(rng: Rng, tp: int) -> Inputs:
        params = {"temperature": temperature, "seed": _seed(rng)}
        rows = {"logits": _same_rows(rng, count)}
        return Inputs(params | ({"dtype": dtype} if dtype else {}), rows)

    return make


def _greedy(rng: Rng, tp: int) -> Inputs:
    return Inputs({"temperature": 0.0, "seed": _seed(rng)}, {"logits": _peaks(rng)})


def _by_hand(rng: Rng, tp: int) -> Inputs:
    logits = np.tile(np.log([1, 3]).astype(np.float32), (_DRAWS, 1))
    return Inputs({"temperature": 0.5, "seed": _seed(rng)}, {"logits": logits})


def _ranks(temperature: float) -> Make:
    """Each rank's logits are a little off; at temperature 0 that decides a tie."""

    def make(rng: Rng, tp: int) -> Inputs:
        logits = _same_rows(rng, 400) if temperature else _peaks(rng)
        arrays = {
            f"logits {r}": (logits + 1e-5 * r * rng.standard_normal(logits.shape)).astype("f4")
            for r in range(tp)
        }
        return Inputs({"temperature": temperature, "seed": _seed(rng)}, arrays)

    return make


def _sent(make: Make) -> Make:
    """Each rank is sent its own logits, and a seed that tells nothing of the others'."""

    def made(rng: Rng, tp: int) -> Inputs:
        inputs = make(rng, tp)
        own = [{**inputs.params, "seed": _seed(rng)} for _ in range(tp)]
        return replace(inputs, own_arrays=apart(inputs.arrays, tp), own_params=own)

    return made


def _two_ranks(rng: Rng, tp: int) -> Inputs:
    rows = {"logits 0": [[1.0, 2.0]], "logits 1": [[2.5, 2.0]]}
    arrays = {name: np.array(row, np.float32) for name, row in rows.items()}
    return Inputs({"temperature": 0.0, "seed": _seed(rng)}, arrays)


def _rows_with(pairs: Pairs, temperature: float = 1.0) -> Make:
    """Rows of the same logits whose seeds and steps are `pairs`."""

    def make(rng: Rng, tp: int) -> Inputs:
        logits = _same_rows(rng) if temperature else _peaks(rng)
        seeds, steps = pairs(rng, len(logits))
        order = [int(i) for i in rng.permutation(len(logits))]
        params = {"seeds": seeds, "steps": steps, "order": order, "seed": _seed(rng)}
        return Inputs({**params, "temperature": temperature}, {"logits": logits})

    return make


def _other_seeds(rng: Rng, count: int) -> tuple[list[int], list[int]]:
    """Neighbouring seeds at one step."""
    first = int(rng.integers(1 << 30))
    return list(range(first, first + count)), [int(rng.integers(1 << 19))] * count


def _other_steps(rng: Rng, count: int) -> tuple[list[int], list[int]]:
    """One sequence, step after step."""
    return [int(rng.integers(1 << 30))] * count, list(range(count))


def _same_sums(rng: Rng, count: int) -> tuple[list[int], list[int]]:
    """Every seed and step give the same sum."""
    first = int(rng.integers(1 << 20))
    return [first + count - i for i in range(count)], list(range(count))


def _same_both(rng: Rng, count: int) -> tuple[list[int], list[int]]:
    """Every seed is its step: the same difference, and the same exclusive or."""
    first = int(rng.integers(1 << 18))
    return list(range(first, first + count)), list(range(first, first + count))


_ALL = (1, 2, 3, 4)


def _draw_case(name: str, title: str, make: Make, visible: bool = False) -> Case:
    check = _drawn("ids from the same state")
    return Case(name, "p204.1", title, "draw", make, check, (1,), visible, alone=True)


def _lockstep_case(
    name: str, title: str, make: Make, tp: tuple[int, ...] = _ALL, visible: bool = False
) -> Case:
    return Case(name, "p204.2", title, "lockstep", _sent(make), _lockstep, tp, visible)


def _seeded_case(
    name: str, title: str, make: Make, tp: tuple[int, ...] = (2,), visible: bool = False
) -> Case:
    return Case(name, "p204.3", title, "seeded", make, _seeded, tp, visible)


CASES = (
    _draw_case("draw-example", "[log 1, log 3] at temperature 0.5", _by_hand, True),
    _draw_case("draw-hot", "draws at temperature 2", _draws(2.0)),
    _draw_case("draw-bfloat16", "draws from bfloat16", _draws(0.75, "bfloat16")),
    _draw_case("draw-alone", "one row", _draws(1.5, count=1)),
    _draw_case("draw-greedy", "temperature 0, equal logits too", _greedy),
    _lockstep_case("lockstep-example", "[1, 2] on rank 0, [2.5, 2] on rank 1", _two_ranks, (2,),
                   True),
    _lockstep_case("lockstep", "every rank at temperature 1", _ranks(1.0)),
    _lockstep_case("lockstep-greedy", "every rank at temperature 0", _ranks(0.0), (2, 4)),
    _seeded_case("seeds-example", "rows of one seed, step after step", _rows_with(_other_steps),
                 (1, 2), True),
    _seeded_case("seeds-and-steps", "seeds and steps of the same sum", _rows_with(_same_sums)),
    _seeded_case("seeds-as-steps", "seeds that equal their steps", _rows_with(_same_both)),
    _seeded_case("seeds-hot", "seeds at temperature 2", _rows_with(_other_seeds, 2.0), (2, 4)),
    _seeded_case("seeds-greedy", "seeds at temperature 0", _rows_with(_other_seeds, 0.0)),
)  # fmt: skip
