"""Chapter 12, the batch on ranks: steps of the small trained model, and the cases of the task."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..i18n import _
from ..records import Case, Check, Finding, GroupRun, Inputs, Json, Verdict
from .ch11_run import TINY
from .ch11_sums import with_real_sums
from .ch12_choose import GREEDY, SAMPLED, UNSEEDED, choose_check, rows_of, wrong_answer
from .ch12_scheduler import FILES, Make, Rng
from .new_prompts import new_prompt
from .oracle import answers
from .qwen3_numpy import Sizes
from .wording import tokens

_WARM = 10.0  # a temperature at which the small model's sharp distributions are nearly flat

Plan = list[tuple[list[int], list[tuple[int, int, dict[str, Any]]]]]


def _known(chosen: Sequence[int]) -> tuple[list[list[int]], np.ndarray]:
    known = answers(TINY)
    return [list(known.prompts[i]) for i in chosen], known.tokens[list(chosen)]


def _planned(
    plan: Plan, max_batch: int, chosen: Sequence[int], steps_again: int = 0, rng: Rng | None = None
) -> Inputs:
    """With `rng` the second prompt is a new one, whose answer is written down nowhere."""
    prompts, tokens = _known(chosen)
    if rng is not None:
        prompts[1], tokens[1, : len(plan)] = new_prompt(TINY, rng, len(plan))
    jobs = [job for _, joined in plan for job in joined]
    params = {
        "model": str(TINY),
        "max_batch": max_batch,
        "prompts": prompts,
        "plan": plan,
        "again": [job for job in jobs if job[2]["temperature"] and "seed" in job[2]],
        "steps again": steps_again,
    }
    fed = [
        [*prompts[number], *tokens[number, :more].tolist()]
        for number, more in _steps_after_the_first(plan)
    ]
    return Inputs(params, secret={"tokens": tokens, "sizes": Sizes.read(TINY), "fed": fed})


def _steps_after_the_first(plan: Plan) -> list[tuple[int, int]]:
    """For each job its prompt, and how many known tokens are fed as well: none where it samples."""
    found = []
    for first, (_left, joined) in enumerate(plan):
        for slot, number, options in joined:
            last = next((n for n in range(first + 1, len(plan)) if slot in plan[n][0]), len(plan))
            found.append((number, 0 if options["temperature"] else last - first - 1))
    return found


def _joining(_: Rng, __: int) -> Inputs:
    """Two prompts together, a third one joins, one leaves, and its slot is taken at once."""
    plan: Plan = [
        ([], [(0, 0, GREEDY), (1, 1, GREEDY)]),
        ([], []),
        ([], [(2, 2, GREEDY)]),
        ([0], [(0, 3, GREEDY)]),
        ([], []),
    ]
    return _planned(plan, 3, [0, 2, 8, 4])


def _coming_and_going(rng: Rng, _: int) -> Inputs:
    """Slots are filled from above, and taken by somebody else in the middle."""
    chosen = [int(i) for i in rng.choice(12, 6, replace=False)]
    plan: Plan = [
        ([], [(3, 0, GREEDY), (1, 1, GREEDY)]),
        ([], [(0, 2, GREEDY)]),
        ([1], [(2, 3, GREEDY)]),
        ([], []),
        ([0, 3], [(0, 4, GREEDY)]),
        ([2], [(3, 5, GREEDY)]),
        ([], []),
    ]
    return _planned(plan, 4, chosen, rng=rng)


def _mixed(rng: Rng, _: int) -> Inputs:
    """Greedy, sampled with and without a seed; the seed is of neither the first nor the last."""
    chosen = [int(i) for i in rng.choice(12, 4, replace=False)]
    seeded = {"temperature": _WARM, "seed": int(rng.integers(1 << 30))}
    plan: Plan = [
        ([], [(2, 1, GREEDY), (1, 0, seeded), (3, 3, GREEDY)]),
        ([], [(0, 2, {"temperature": _WARM})]),
        ([], []),
        ([], []),
        ([], []),
    ]
    return _planned(plan, 4, chosen, steps_again=len(plan))


def _emptied(rng: Rng, _: int) -> Inputs:
    """Nobody there, somebody for one step, nobody again."""
    chosen = [int(rng.integers(12))]
    return _planned([([], []), ([], [(1, 0, GREEDY)]), ([1], []), ([], [])], 2, chosen)


def _steps(inputs: Inputs) -> list[list[list[Any]]]:
    """For each step [slot, token] of all that run; None for a token that is drawn."""
    running: dict[int, list[Any]] = {}
    found = []
    for left, joined in inputs.params["plan"]:
        for slot in left:
            del running[slot]
        for slot, prompt, options in joined:
            greedy = options["temperature"] == 0
            running[slot] = inputs.secret["tokens"][prompt].tolist() if greedy else [None] * 16
        found.append([[slot, running[slot].pop(0)] for slot in sorted(running)])
    return found


def _advance_check(inputs: Inputs, run: GroupRun) -> Finding | None:
    first = run.ranks[0].values["told"]
    for rank in run.ranks:
        for number, (got, wanted) in enumerate(
            zip(rank.values["told"], _steps(inputs), strict=True)
        ):
            shown = [[s, "drawn" if token is None else token] for s, token in wanted]
            if not _fits(got, wanted):
                what = _("Step {number} is wrong on rank {rank}:\n{plan}").format(
                    number=number + 1, rank=rank.rank, plan=_plan(inputs, number)
                )
                return wrong_answer(what, _pairs(shown), _pairs(got), rank.rank)
            if got != first[number]:
                what = _(
                    "Rank {rank} goes on with other tokens than rank 0, in step {number}."
                ).format(rank=rank.rank, number=number + 1)
                return wrong_answer(what, _pairs(first[number]), _pairs(got), rank.rank)
    return _prompts_kept(inputs, run) or _by_slot(inputs, run) or _alone(inputs, run)


def _by_slot(inputs: Inputs, run: GroupRun) -> Finding | None:
    """What update returns when all steps are taken, and nobody leaves or joins any more."""
    wanted = [slot for slot, _token in _steps(inputs)[-1]]
    for rank in run.ranks:
        if rank.values["order"] != wanted:
            what = _(
                "update([], []) returns the batch in another order than by slot:\n{plan}"
            ).format(plan=_plan(inputs, len(inputs.params["plan"]) - 1))
            got = _("slots {slots}").format(slots=rank.values["order"])
            return wrong_answer(what, _("slots {slots}").format(slots=wanted), got, rank.rank)
    return None


def _prompts_kept(inputs: Inputs, run: GroupRun) -> Finding | None:
    """What is generated goes into a list of the sequence's own."""
    jobs = [job for _left, joined in inputs.params["plan"] for job in joined]
    for rank in run.ranks:
        for (slot, prompt, _options), got in zip(jobs, rank.values["prompt_ids"], strict=True):
            wanted = inputs.params["prompts"][prompt]
            if got != wanted:
                what = _(
                    "The prompt_ids of the job in slot {slot} have changed. "
                    "They belong to whoever made the job."
                ).format(slot=slot)
                return wrong_answer(what, wanted, got, rank.rank)
    return None


def _fits(got: Json, wanted: list[list[Any]]) -> bool:
    if [pair[0] for pair in got] != [pair[0] for pair in wanted]:
        return False
    pairs = zip(got, wanted, strict=True)
    return all(type(a[1]) is int and b[1] in (None, a[1]) for a, b in pairs)


def _alone(inputs: Inputs, run: GroupRun) -> Finding | None:
    """A seed's own generator draws, whoever else is in the batch, and not the most likely ones."""
    told = run.ranks[0].values["told"]
    for (slot, prompt, options), wanted in zip(
        inputs.params["again"], run.ranks[0].values["alone"], strict=True
    ):
        got = [token for step in told for place, token in step if place == slot]
        if got == inputs.secret["tokens"][prompt][: len(got)].tolist():
            what = _("At temperature {temperature:g} all tokens are the most likely ones.").format(
                temperature=options["temperature"]
            )
            return wrong_answer(what, _("tokens that are drawn as the job's own params say"), got)
        if got != wanted:
            what = _(
                "The job in slot {slot} has seed {seed}. It gets other tokens than "
                "make_generator({seed}) draws with nobody else in the batch."
            ).format(slot=slot, seed=options["seed"])
            return wrong_answer(what, wanted, got)
    return None


def _pairs(step: Sequence[Sequence[Any]]) -> str:
    return "{" + ", ".join(f"{slot}: {token}" for slot, token in step) + "}"


def _plan(inputs: Inputs, number: int) -> str:
    """The calls up to one step: `step 1: advance([], [slot 0: 5 tokens, temperature 0])`."""
    lines = []
    for step, (left, joined) in enumerate(inputs.params["plan"][: number + 1], 1):
        jobs = ", ".join(
            f"slot {slot}: {tokens(len(inputs.params['prompts'][prompt]))}, "
            f"temperature {options['temperature']:g}"
            for slot, prompt, options in joined
        )
        lines.append(f"step {step}: advance({left}, [{jobs}])")
    return "\n".join(lines)


def _idle_check(inputs: Inputs, run: GroupRun) -> Finding | None:
    """And one forward alone: an empty batch costs nothing."""
    if finding := _advance_check(inputs, run):
        return finding
    sizes: Sizes = inputs.secret["sizes"]
    for rank in run.ranks:
        sums = sum(call.op == "all_reduce" for call in rank.collectives)
        wanted = 2 * sizes.num_hidden_layers + 1 if run.tp > 1 else 0
        if sums > wanted + 3:  # what finds the greedy token may be all_reduces too
            what = _("Rank {rank} runs a forward for an empty batch.").format(rank=rank.rank)
            return Finding(Verdict.CONTRACT_VIOLATION, what, f"{wanted} all_reduces", str(sums))
    return None


def _case(
    name: str, title: str, drive: str, make: Make, check: Check, tp: tuple[int, ...] = (1, 2, 4),
    visible: bool = False,
) -> Case:  # fmt: skip
    return Case(name, "ch12.4", title, drive, make, check, tp, visible, reads=FILES)


_REAL = with_real_sums(_advance_check)

RANK_CASES = (
    _case("choose", "a greedy row and one with a seed", "choose", rows_of(GREEDY, SAMPLED),
          choose_check, visible=True),
    _case("choose-mixed", "rows with params of their own", "choose",
          rows_of(SAMPLED, GREEDY, SAMPLED, UNSEEDED), choose_check, (1, 2, 4)),
    _case("advance", "a prompt joins, one leaves, its slot is taken", "advance", _joining,
          _REAL, (1, 2), visible=True),
    _case("advance-slots", "slots filled in any order", "advance", _coming_and_going, _REAL),
    _case("advance-mixed", "greedy and sampled in one batch", "advance", _mixed, _REAL, (1, 2)),
    _case("advance-empty", "an empty batch", "advance", _emptied, _idle_check, (1, 2)),
)  # fmt: skip
