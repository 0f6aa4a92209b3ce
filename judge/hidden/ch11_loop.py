"""Chapter 11, sampling and the loop, on the small trained model."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from ..i18n import _
from ..records import Case, Finding, GroupRun, Inputs, Verdict
from .ch11_run import TINY, files_of
from .ch11_sums import with_real_sums
from .common import Expected, integers, outputs
from .new_prompts import new_prompt
from .oracle import answers
from .qwen3_numpy import Sizes

Rng = np.random.Generator

_EOS = 508  # of tiny-qwen3
_HOT = 10.0  # a temperature at which its sharp distributions are nearly flat


# 11.5: sampling


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


# 11.6 and 11.7: the loop, on the small trained model


def _tiny_prompts() -> tuple[list[list[int]], np.ndarray]:
    """Three of tiny-qwen3's prompts, of unequal lengths, and their greedy tokens (B, S)."""
    known = answers(TINY)
    chosen = [0, 2, 8]
    return [list(known.prompts[i]) for i in chosen], known.tokens[chosen]


def _one_new_prompt(rng: Rng, steps: int) -> tuple[list[list[int]], np.ndarray]:
    """The same, but that the first is new: what is answered to it is written down nowhere."""
    prompts, tokens = _tiny_prompts()
    prompts[0], tokens[0, :steps] = new_prompt(TINY, rng, steps)
    return prompts, tokens[:, :steps]


def _step_inputs(temperature: float) -> Callable[[Rng, int], Inputs]:
    def make(rng: Rng, _: int) -> Inputs:
        prompts, tokens = _tiny_prompts() if temperature else _one_new_prompt(rng, 2)
        params = {"model": str(TINY), "prompts": prompts, "options": {"temperature": temperature}}
        first = [[int(row[0])] * (not temperature) for row in tokens]
        secret = {"tokens": tokens, "lengths": [len(p) for p in prompts]}
        return Inputs(params, secret=secret | _fed(prompts, first))

    return make


def _step_expected(inputs: Inputs, tp: int) -> Sequence[Expected]:
    tokens, lengths = inputs.secret["tokens"], inputs.secret["lengths"]
    wanted = {
        "first": tokens[:, 0].tolist(),
        "cached after the first": lengths,
        "second": tokens[:, 1].tolist(),
        "lengths": [n + 2 for n in lengths],
    }
    return [wanted] * tp


def _step_in_lockstep(inputs: Inputs, run: GroupRun) -> Finding | None:
    wanted = run.ranks[0].values
    for rank in run.ranks[1:]:
        if rank.values != wanted:
            return Finding(
                Verdict.WRONG_ANSWER,
                _(
                    "At temperature {HOT:g}, rank {rank} goes on with other tokens than rank 0."
                ).format(HOT=_HOT, rank=rank.rank),
                expected=str(wanted.get("first")),
                actual=str(rank.values.get("first")),
                rank=rank.rank,
            )
    return None


def _generate_inputs(**options: Any) -> Callable[[Rng, int], Inputs]:
    def make(rng: Rng, _: int) -> Inputs:
        new = not options.get("ignore_eos")
        prompts, tokens = _one_new_prompt(rng, options["max_tokens"]) if new else _tiny_prompts()
        params = {"model": str(TINY), "prompts": prompts, "options": options}
        wanted = _until_the_end(tokens, options)
        fed = _fed(prompts, [row[:-1] for row in wanted])
        return Inputs(params, secret={"tokens": wanted, **fed})

    return make


def _fed(prompts: Sequence[Sequence[int]], then: Sequence[Sequence[int]]) -> dict[str, Any]:
    """What the check of the sums must know: the model's sizes, and all ids that it computes."""
    fed = [[*ids, *more] for ids, more in zip(prompts, then, strict=True)]
    return {"sizes": Sizes.read(TINY), "fed": fed}


def _until_the_end(tokens: np.ndarray, options: Mapping[str, Any]) -> list[list[int]]:
    """Of each prompt, as many tokens as are wanted, end of text included."""
    rows = [row[: options["max_tokens"]].tolist() for row in tokens]
    if options.get("ignore_eos"):
        return rows
    return [row[: row.index(_EOS) + 1] if _EOS in row else row for row in rows]


def _generate_check(inputs: Inputs, run: GroupRun) -> Finding | None:
    """The first prompt whose tokens are wrong, on the first rank where they are."""
    wanted = inputs.secret["tokens"]
    for rank in run.ranks:
        got = rank.values.get("tokens")
        if not isinstance(got, list) or len(got) != len(wanted):
            message = _("Rank {rank} must return one list of tokens for each prompt.").format(
                rank=rank.rank
            )
            return Finding(
                Verdict.WRONG_ANSWER,
                message,
                _("{count} lists").format(count=len(wanted)),
                str(got),
                rank.rank,
            )
        for number, (row, right) in enumerate(zip(got, wanted, strict=True)):
            if row != right:
                length = len(inputs.params["prompts"][number])
                message = _(
                    "Prompt {number} ({length} tokens) is continued wrongly on rank {rank}."
                ).format(number=number, length=length, rank=rank.rank)
                return Finding(Verdict.WRONG_ANSWER, message, str(right), str(row), rank.rank)
    return None


_GENERATED = with_real_sums(_generate_check)
_FILES = files_of(TINY)

LOOP_CASES = (
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
    Case("step", "ch11.6", "two greedy steps of three sequences", "step",
         _step_inputs(0.0), with_real_sums(outputs(_step_expected)), visible=True, reads=_FILES),
    Case("step-sampled", "ch11.6", "two sampled steps", "step", _step_inputs(_HOT),
         with_real_sums(_step_in_lockstep), (2, 4), reads=_FILES),
    Case("generate", "ch11.7", "unequal prompts, 16 tokens", "generate",
         _generate_inputs(max_tokens=16, ignore_eos=True), _GENERATED, visible=True, reads=_FILES),
    Case("generate-eos", "ch11.7", "stopping at end of text, or after 9 tokens", "generate",
         _generate_inputs(max_tokens=9), _GENERATED, (1, 2), reads=_FILES),
)  # fmt: skip
