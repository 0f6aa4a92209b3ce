"""Chapter 6: what a head must answer, and how much it may send for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from .. import wire
from ..i18n import _
from ..records import Check, Finding, GroupRun, Inputs, Verdict
from ..telling import Telling, first_of, told_by
from .common import Counts, Expected, outputs
from .vocab import height, local_table, owned

FAR = (1 << 24) + 50  # a vocabulary with ids that float32 cannot count

_CALLS = (("", ""), (" again", " of another x"))


def logits_of(inputs: Inputs, suffix: str = "") -> np.ndarray:
    """The oracle: the uncut product, of the positions wanted."""
    x, table = inputs.arrays[f"x{suffix}"], inputs.arrays[f"table{suffix}"]
    x = x[inputs.arrays["last"]] if "last" in inputs.arrays else x
    logits: np.ndarray = x.astype(np.float64) @ table.astype(np.float64).T
    return logits.astype(np.float32)


def _suffixes(inputs: Inputs) -> list[tuple[str, str]]:
    """Suffixes of the inputs, and of the names of what comes back."""
    return [(of, name) for of, name in _CALLS if f"x{of}" in inputs.arrays]


def local_expected(inputs: Inputs, tp: int) -> list[Expected]:
    ranks: list[dict[str, Any]] = [{} for _ in range(tp)]
    for suffix, of in _suffixes(inputs):
        whole = logits_of(inputs, suffix)
        for rank, held in enumerate(ranks):
            held[f"logits{of}"] = local_table(whole.T, rank, tp).T
    return list(ranks)


def everywhere_expected(inputs: Inputs, tp: int) -> list[Expected]:
    return [{f"logits{of}": logits_of(inputs, suffix) for suffix, of in _suffixes(inputs)}] * tp


def rank_0_expected(inputs: Inputs, tp: int) -> list[Expected]:
    whole = everywhere_expected(inputs, 1)
    return [*whole, *[dict.fromkeys(whole[0])] * (tp - 1)]


def greedy_expected(inputs: Inputs, tp: int) -> list[Expected]:
    if "hot" in inputs.params:
        return [{"ids": np.array([_hottest(inputs, 0, FAR)[1]])}] * tp
    return [{"ids" + of: logits_of(inputs, s).argmax(axis=1) for s, of in _suffixes(inputs)}] * tp


def _best_expected(inputs: Inputs, tp: int) -> list[Expected]:
    ranks = []
    for rank in range(tp):
        start, end = owned(inputs.params["vocab"], rank, tp)
        if "hot" in inputs.params:
            ranks.append({"best": np.array([_hottest(inputs, start, end)], np.float64)})
            continue
        held: dict[str, np.ndarray] = {}
        for suffix, of in _suffixes(inputs):
            mine = logits_of(inputs, suffix)[:, start:end].astype(np.float64)
            best = np.full((len(mine), 2), [-np.inf, start])
            if end > start:
                best = np.stack([mine.max(axis=1), mine.argmax(axis=1) + start], axis=1)
            held[f"best{of}"] = best
        ranks.append(held)
    return list(ranks)


def _hottest(inputs: Inputs, start: int, end: int) -> tuple[float, int]:
    """The best logit and its id where all but the hot ids have logit 0."""
    hot = [(value, token) for token, value in inputs.params["hot"] if start <= token < end]
    return max(hot, default=(0.0, start))


_BEST = outputs(_best_expected, show=("x", "table", "last"), counts=lambda *_: {})


def _best_wrong(inputs: Inputs, run: GroupRun) -> Finding | None:
    """The id of a rank without ids is free, and float64 is wanted whatever the logits are."""
    ranks = []
    for rank in run.ranks:
        start, end = owned(inputs.params["vocab"], rank.rank, run.tp)
        arrays = dict(rank.arrays)
        for name in arrays if start == end else ():
            got = arrays[name].numpy().copy()
            if got.dtype == np.float64 and got.ndim == 2 and got.shape[1] == 2:
                got[:, 1] = start
                arrays[name] = wire.from_numpy(got)
        ranks.append(replace(rank, arrays=arrays))
    params = {name: value for name, value in inputs.params.items() if name != "dtype"}
    return _BEST(replace(inputs, params=params), replace(run, ranks=tuple(ranks)))


best_wrong = Telling(_best_wrong, told_by(_BEST))


# what goes over the network


def once(op: str) -> Counts:
    return lambda inputs, tp: {op: len(_suffixes(inputs))} if tp > 1 else {}


def frugal(check: Check, most: Callable[[Inputs, int], int], why: str) -> Check:
    """The same check, and no rank may send more than so many bytes."""

    def within(inputs: Inputs, run: GroupRun) -> Finding | None:
        budget = most(inputs, run.tp)
        for rank in run.ranks:
            sent = sum(call.num_bytes for call in rank.collectives)
            if sent > budget:
                largest = max(rank.collectives, key=lambda call: call.num_bytes)
                return Finding(
                    Verdict.CONTRACT_VIOLATION,
                    _("Rank {rank} sends more than it should. {why}").format(
                        rank=rank.rank, why=why
                    ),
                    expected=_("at most {budget} bytes").format(budget=budget),
                    actual=_("{sent} bytes: {largest}").format(sent=sent, largest=largest),
                    rank=rank.rank,
                    still_right=_("The values"),
                )
        return None

    return first_of(check, within)


def _positions(inputs: Inputs) -> int:
    wanted = inputs.arrays.get("last", inputs.arrays.get("x", [0]))
    return len(wanted) * len(_suffixes(inputs) or [0])


def wanted_logits(inputs: Inputs, tp: int) -> int:
    width = 2 if inputs.params.get("dtype") == "bfloat16" else 4
    return _positions(inputs) * height(inputs.params["vocab"], tp) * width


def few_numbers(inputs: Inputs, tp: int) -> int:
    return 64 * _positions(inputs)
