"""Chapter 11, sampling: draws from logits, and one draw for all ranks."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from ..i18n import _
from ..records import Case, Finding, GroupRun, Inputs, Verdict
from .common import Expected, integers, outputs

Rng = np.random.Generator


def _sample_inputs(temperature: float, top_p: float) -> Callable[[Rng, int], Inputs]:
    def make(rng: Rng, _: int) -> Inputs:
        logits = rng.permutation(np.log([0.5, 0.25, 0.15, 0.07, 0.03])).astype(np.float32)
        options = {"temperature": temperature, "top_p": top_p}
        params = {"options": options, "count": 600, "seed": int(rng.integers(1 << 30))}
        return Inputs(params, {"logits": logits})

    return make


def probabilities(logits: np.ndarray, temperature: float, top_p: float) -> np.ndarray:
    """What a draw must follow: softmax at this temperature, cut to the smallest set above top_p."""
    scaled = logits.astype(np.float64) / temperature
    probs = np.exp(scaled - scaled.max())
    probs /= probs.sum()
    order = np.argsort(-probs, kind="stable")
    before = np.cumsum(probs[order]) - probs[order]
    probs[order[before >= top_p]] = 0
    return probs / probs.sum()


def _sample_check(inputs: Inputs, run: GroupRun) -> Finding | None:
    draws, again = run.ranks[0].values["draws"], run.ranks[0].values["again"]
    options = inputs.params["options"]
    probs = probabilities(inputs.arrays["logits"], **options)
    what = _("Draws at temperature {temperature}, top_p {top_p}").format(
        temperature=options["temperature"], top_p=options["top_p"]
    )
    if not all(type(draw) is int and 0 <= draw < len(probs) for draw in draws):
        kinds = sorted({type(draw).__name__ for draw in draws})
        return Finding(
            Verdict.WRONG_ANSWER,
            _("{what} are no token ids.").format(what=what),
            "int",
            ", ".join(kinds),
        )
    if draws[:5] != again:
        same = _("The same seed must give the same tokens.")
        return Finding(Verdict.WRONG_ANSWER, same, str(draws[:5]), str(again))
    counted = np.bincount(draws, minlength=len(probs)) / len(draws)
    sigma = np.sqrt(probs * (1 - probs) / len(draws))
    if (np.abs(counted - probs) <= 5 * sigma + 1e-9).all():
        return None
    return Finding(
        Verdict.WRONG_ANSWER,
        _("{what} do not follow the model's probabilities: shares of {count} draws.").format(
            what=what, count=len(draws)
        ),
        expected=np.array2string(probs, precision=2, suppress_small=True),
        actual=np.array2string(counted, precision=2, suppress_small=True),
    )


def _of_rank_0(logits: np.ndarray, tp: int, alike: bool = False) -> Inputs:
    whole = {"logits": logits.astype(np.float32)}
    params = {"count": len(logits), "alike": alike}
    return Inputs(params, whole, own_arrays=[whole, *[{}] * (tp - 1)])


def _sure_inputs(rng: Rng, tp: int) -> Inputs:
    """In each row one logit is far above all others."""
    logits = integers(rng, 5, 11)
    logits[np.arange(5), 1 + rng.permutation(10)[:5]] = 1000
    return _of_rank_0(logits, tp)


def _sure_expected(inputs: Inputs, tp: int) -> Sequence[Expected]:
    return [{"ids": inputs.arrays["logits"].argmax(axis=-1)}] * tp


def _alike_inputs(rng: Rng, tp: int) -> Inputs:
    """The same row six times, nearly flat, for generators that are seeded alike."""
    return _of_rank_0(np.tile(0.2 * integers(rng, 1, 50), (6, 1)), tp, alike=True)


def _alike_ids(inputs: Inputs, run: GroupRun) -> Finding | None:
    if finding := _same_ids(inputs, run):
        return finding
    ids = run.ranks[0].arrays["ids"].numpy().tolist()
    if len(set(ids)) == 1:
        return None
    return Finding(
        Verdict.WRONG_ANSWER,
        _("Equal logits, and generators that are seeded alike, give different ids."),
        expected=_("the same id in each row, drawn with the row's own generator"),
        actual=str(ids),
    )


def _same_ids(inputs: Inputs, run: GroupRun) -> Finding | None:
    wanted = run.ranks[0].arrays.get("ids")
    if wanted is None or wanted.dtype != "int64" or wanted.shape != (len(inputs.arrays["logits"]),):
        return Finding(
            Verdict.WRONG_ANSWER,
            _("sample_in_lockstep returns one id for each sequence."),
            expected=_("int64 of shape [{count}]").format(count=len(inputs.arrays["logits"])),
            actual=_("no tensor")
            if wanted is None
            else _("{dtype} of shape {shape}").format(dtype=wanted.dtype, shape=wanted.shape),
        )
    for rank in run.ranks[1:]:
        got = rank.arrays.get("ids")
        if got != wanted:
            return Finding(
                Verdict.WRONG_ANSWER,
                _("Rank {rank} goes on with other tokens than rank 0.").format(rank=rank.rank),
                expected=str(wanted.numpy().tolist()),
                actual="None" if got is None else str(got.numpy().tolist()),
                rank=rank.rank,
                still_right="rank 0",
            )
    return None


SAMPLING_CASES = (
    Case("sample-plain", "ch11.5", "sampling at temperature 1", "sample",
         _sample_inputs(1.0, 1.0), _sample_check, (1,), visible=True, alone=True),
    Case("sample-cold", "ch11.5", "sampling at temperature 0.5", "sample",
         _sample_inputs(0.5, 1.0), _sample_check, (1,), alone=True),
    Case("sample-top-p", "ch11.5", "sampling with top_p 0.7", "sample",
         _sample_inputs(1.0, 0.7), _sample_check, (1,), alone=True),
    Case("lockstep-sure", "ch11.5", "sample_in_lockstep, one likely token a row",
         "sample_in_lockstep", _sure_inputs, outputs(_sure_expected), (1, 2, 3)),
    Case("lockstep-alike", "ch11.5", "sample_in_lockstep, each row's own generator",
         "sample_in_lockstep", _alike_inputs, _alike_ids, (2, 3, 4)),
)  # fmt: skip
