"""Problem 196: inputs, oracle and cases. One process plays every rank, then each plays its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..i18n import _
from ..records import Case, Finding, GroupRun, Inputs, Verdict
from ..telling import first_of
from ..wire import described
from .common import Expected, outputs, sent_apart

Rng = np.random.Generator
Make = Callable[[Rng, int], Inputs]

_SIZES = (1, 2, 3, 4)
BUDGET = 64  # bytes that a rank may give for each position


def _whole(inputs: Inputs, of: str) -> np.ndarray:
    shards = [inputs.arrays[f"logits{of} {r}"] for r in range(len(inputs.params["starts"]))]
    return np.concatenate(shards, axis=-1)


def _columns_to_ids(inputs: Inputs) -> np.ndarray:
    """The id of each column of the whole."""
    starts = inputs.params["starts"]
    widths = [inputs.arrays[f"logits {rank}"].shape[-1] for rank in range(len(starts))]
    parts = [start + np.arange(n) for start, n in zip(starts, widths, strict=True)]
    return np.concatenate(parts).astype(np.int64)


def _argmax_expected(inputs: Inputs, tp: int) -> list[Expected]:
    """The same on every rank. numpy's argmax is the first of equals."""
    ids, names = _columns_to_ids(inputs), {"result": "", "result for other logits": " again"}
    found = {
        name: ids[_whole(inputs, of).argmax(-1)]
        for name, of in names.items()
        if f"logits{of} 0" in inputs.arrays
    }
    return [found] * tp


def _best_expected(inputs: Inputs, tp: int) -> list[Expected]:
    return [_best_of(inputs, rank) for rank in range(len(inputs.params["starts"]))]


def _best_of(inputs: Inputs, rank: int) -> Expected:
    logits, start = inputs.arrays[f"logits {rank}"], inputs.params["starts"][rank]
    batch = logits.shape[:-1]
    if logits.shape[-1] == 0:
        values = np.full(batch, -np.inf, np.float32)
        return {
            "what came back": described("a pair"),
            "best logit": values,
            "best id": np.full(batch, start),
        }
    ids = start + logits.argmax(-1)
    return {
        "what came back": described("a pair"),
        "best logit": logits.max(-1),
        "best id": ids.astype(np.int64),
    }


_SHOW = ("logits 0", "logits 1", "logits 2", "logits 3")
_BEST = outputs(_best_expected, show=_SHOW)
_VALUES = outputs(_argmax_expected, show=_SHOW)


def _silent(_inputs: Inputs, run: GroupRun) -> Finding | None:
    """No rank can know the ids of the others' logits but from a call of all ranks."""
    for rank in run.ranks if run.tp > 1 else ():
        ops = {call.op for call in rank.collectives if len(call.group) == run.tp}
        if not ops - {"barrier", "new_group"}:
            return Finding(
                Verdict.CONTRACT_VIOLATION,
                _("Rank {rank} takes no part in a call of all ranks.").format(rank=rank.rank),
                expected=_("a call that carries the best logits"),
                actual=_("none"),
                rank=rank.rank,
                still_right=_("The ids"),
            )
    return None


def _budget(inputs: Inputs, run: GroupRun) -> Finding | None:
    logits = inputs.arrays["logits 0"]
    calls = 1 + ("logits again 0" in inputs.arrays)
    positions = calls * int(np.prod(logits.shape[:-1]))
    for rank in run.ranks:
        sent = sum(call.num_bytes for call in rank.collectives)
        if sent > BUDGET * positions:
            return Finding(
                Verdict.CONTRACT_VIOLATION,
                _(
                    "Rank {rank} gives {sent} bytes into its calls for {positions} positions."
                ).format(rank=rank.rank, sent=sent, positions=positions),
                expected=_("at most {bytes} bytes for each position").format(bytes=BUDGET),
                actual=_("{bytes:g} bytes for each position").format(bytes=sent / positions),
                rank=rank.rank,
                still_right=_("The ids"),
            )
    return None


# The ids first, then what the ranks sent for them.
_ARGMAX = first_of(_VALUES, _silent, _budget)


# logits


def _cut(vocab: int, tp: int) -> list[int]:
    """Where each rank's ids start, and the end: ceil(vocab / tp) ids each, the last ones fewer."""
    rows = -(-vocab // tp)
    return [min(rank * rows, vocab) for rank in range(tp + 1)]


def _winners(rng: Rng, batch: tuple[int, ...], cuts: list[int], low: int) -> np.ndarray:
    """Logits (*batch, vocab): whole numbers below 50, and one 60 in each row.

    The rows take turns in which rank has it, the last rank first.
    """
    logits = rng.integers(low, 50, (*batch, cuts[-1])).astype(np.float32)
    owning = [(a, b) for a, b in zip(cuts, cuts[1:], strict=False) if a < b]
    for turn, row in enumerate(logits.reshape(-1, cuts[-1])):
        start, end = owning[-1 - turn % len(owning)]
        row[int(rng.integers(start, end))] = 60
    return logits


def _inputs(
    whole: np.ndarray,
    cuts: list[int],
    first: int = 0,
    again: np.ndarray | None = None,
    **params: Any,
) -> Inputs:
    arrays: dict[str, np.ndarray] = {}
    for of, logits in (("", whole), (" again", again)):
        if logits is not None:
            parts = np.split(logits, cuts[1:-1], axis=-1)
            arrays |= {f"logits{of} {rank}": part.copy() for rank, part in enumerate(parts)}
    return Inputs({"starts": [first + cut for cut in cuts[:-1]], **params}, arrays)


def _some(batch: tuple[int, ...], again: bool = False, width: int = 0, **params: Any) -> Make:
    """An odd vocabulary that leaves the last rank fewer ids; `width` ids a rank, or a few."""

    def make(rng: Rng, tp: int) -> Inputs:
        cuts = _cut(tp * (width or int(rng.integers(3, 6))) - (tp > 1), tp)
        more = _winners(rng, batch, cuts, -50) if again else None
        return _inputs(_winners(rng, batch, cuts, -50), cuts, again=more, **params)

    return make


def _large_ids(first: int, **params: Any) -> Make:
    """Odd ids win, above what the dtype of the logits counts one by one."""

    def make(rng: Rng, tp: int) -> Inputs:
        cuts = _cut(tp * int(rng.integers(3, 6)), tp)
        logits = rng.integers(-50, 50, (4, cuts[-1])).astype(np.float32)
        for row in range(4):
            start = cuts[-2 - row % tp]  # the last rank first
            logits[row, start + 1 - start % 2] = 60
        return _inputs(logits, cuts, first + 2 * int(rng.integers(0, 5)), **params)

    return make


def _ties(batch: tuple[int, ...]) -> Make:
    """The best logit once or twice on each rank; the first position lacks it on rank 0."""

    def make(rng: Rng, tp: int) -> Inputs:
        cuts = _cut(tp * int(rng.integers(3, 6)), tp)
        logits = rng.integers(-50, 50, (*batch, cuts[-1])).astype(np.float32)
        for position, row in enumerate(logits.reshape(-1, cuts[-1])):
            for start, end in zip(cuts, cuts[1:], strict=False):
                if position or start or tp == 1:
                    row[rng.integers(start, end, 2)] = 60
        return _inputs(logits, cuts)

    return make


def _all_negative(rng: Rng, tp: int) -> Inputs:
    """The last rank owns no id, and no logit reaches 0."""
    cuts = _cut(tp - 1, tp)
    logits = -rng.permutation(np.arange(1, 3 * (tp - 1) + 1)).reshape(3, tp - 1)
    return _inputs(logits.astype(np.float32), cuts)


def _by_hand(rng: Rng, tp: int) -> Inputs:
    rows = [[1, 3, 2, 0, 7, 7], [5, 1, 0, 5, 2, 4]]
    return _inputs(np.array(rows, np.float32), [0, 3, 6])


def _local(
    name: str, note: str, make: Make, tp: tuple[int, ...] = (1, 3), visible: bool = False
) -> Case:
    title = f"local_best, {note}" if note else "local_best"
    return Case(name, "p196.1", title, "best", make, _BEST, tp, visible, alone=True)


def _global(
    name: str, note: str, make: Make, tp: tuple[int, ...] = (2, 3, 4), visible: bool = False
) -> Case:
    title = f"sharded_argmax, {note}" if note else "sharded_argmax"
    return Case(name, "p196.2", title, "argmax", sent_apart(make), _ARGMAX, tp, visible)


_BF16 = {"dtype": "bfloat16"}

CASES = (
    _local("best-example", "6 ids on 2 ranks", _by_hand, (2,), True),
    _local("best", "logits of 3 dimensions, with ties", _ties((2, 3)), (1, 2, 3)),
    _local("best-empty", "a rank without ids", _all_negative, (2, 3)),
    _local("best-bfloat16", "bfloat16, ids above 256", _large_ids(1000, **_BF16), (2,)),
    _global("example", "6 ids on 2 ranks", _by_hand, (2,), True),
    _global("argmax", "called twice", _some((3,), again=True), _SIZES),
    _global("batch", "logits of 3 dimensions", _some((2, 3))),
    _global("strided", "logits that are a transpose", _some((4,), strided=True), (2,)),
    _global("tie", "ties between ranks", _ties((3,))),
    _global("empty", "a rank without ids, all logits negative", _all_negative, (2, 4)),
    _global("large-ids", "bfloat16, ids above 16777216", _large_ids(1 << 24, **_BF16)),
    _global("wide", "many logits for each position", _some((2,), width=80), (2, 4)),
)  # fmt: skip
