"""Chapter 11, the loop, on the small trained model."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ..i18n import _
from ..records import Case, Finding, GroupRun, Inputs, Verdict
from ..telling import first_of
from .ch11_run import TINY, files_of
from .ch11_sums import no_logits, with_real_sums
from .common import Expected, outputs
from .new_prompts import new_prompt
from .oracle import answers
from .qwen3_numpy import Sizes
from .wording import tokens

Rng = np.random.Generator

_EOS = 508  # of tiny-qwen3
_HOT = 10.0  # a temperature at which its sharp distributions are nearly flat


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
        lengths = [len(prompt) for prompt in prompts]
        secret = {"tokens": tokens, "lengths": lengths, "chosen": 2 * len(prompts)}
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
    likely = inputs.secret["tokens"][:, :2].T.tolist()
    if [wanted.get("first"), wanted.get("second")] == likely:
        return Finding(
            Verdict.WRONG_ANSWER,
            _("At temperature {HOT:g} all tokens are the most likely ones.").format(HOT=_HOT),
            expected=_("tokens that are drawn"),
            actual=str(likely),
        )
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


def _in_little_room(rng: Rng, tp: int) -> Inputs:
    """Room for 2 of 3 sequences: two run, then one, in a block that has been used before."""
    inputs = _generate_inputs(max_tokens=7, ignore_eos=True)(rng, tp)
    sizes: Sizes = inputs.secret["sizes"]
    heads = max(1, sizes.num_key_value_heads // tp)
    of_token = 4 * 2 * sizes.num_hidden_layers * heads * sizes.head_dim  # bytes; keys and values
    longest = max(map(len, inputs.params["prompts"])) + 7
    return replace(inputs, params={**inputs.params, "cache_bytes": 2 * longest * of_token})


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
                length = tokens(len(inputs.params["prompts"][number]))
                message = _(
                    "Prompt {number} ({length}) is continued wrongly on rank {rank}."
                ).format(number=number, length=length, rank=rank.rank)
                return Finding(Verdict.WRONG_ANSWER, message, str(right), str(row), rank.rank)
    return None


def _in_its_room(inputs: Inputs, run: GroupRun) -> Finding | None:
    """The caches are no larger than the runner was told that they may be."""
    for rank in run.ranks:
        if rank.values["cache bytes"] > inputs.params["cache_bytes"]:
            return Finding(
                Verdict.CONTRACT_VIOLATION,
                _("The KV cache of rank {rank} is larger than cache_bytes allows.").format(
                    rank=rank.rank
                ),
                expected=_("at most {count} bytes, which is room for 2 of the 3 sequences").format(
                    count=inputs.params["cache_bytes"]
                ),
                actual=_("{count} bytes").format(count=rank.values["cache bytes"]),
                rank=rank.rank,
                still_right=_("The tokens"),
            )
    return None


_GENERATED = with_real_sums(_generate_check)
_FILES = files_of(TINY)

LOOP_CASES = (
    Case("step", "ch11.6", "two greedy steps of three sequences, the second in reverse order",
         "step", _step_inputs(0.0),
         first_of(with_real_sums(outputs(_step_expected)), no_logits), visible=True, reads=_FILES),
    Case("step-sampled", "ch11.6", "two sampled steps", "step", _step_inputs(_HOT),
         with_real_sums(_step_in_lockstep), (2, 4), reads=_FILES),
    Case("generate", "ch11.7", "unequal prompts, 16 tokens", "generate",
         _generate_inputs(max_tokens=16, ignore_eos=True), _GENERATED, visible=True, reads=_FILES),
    Case("generate-eos", "ch11.7", "stopping at end of text, or after 9 tokens", "generate",
         _generate_inputs(max_tokens=9), _GENERATED, (1, 2), reads=_FILES),
    Case("generate-room", "ch11.7", "a KV cache with room for 2 of 3 sequences", "generate",
         _in_little_room, first_of(_GENERATED, _in_its_room), (1, 2), reads=_FILES),
)  # fmt: skip
