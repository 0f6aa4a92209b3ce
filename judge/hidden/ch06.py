"""Chapter 6: inputs and cases."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..i18n import _
from ..provenance import Source, labelled
from ..records import Case, Check, Finding, GroupRun, Inputs
from ..wire import described
from .ch06_checks import (
    FAR,
    best_wrong,
    everywhere_expected,
    few_numbers,
    frugal,
    greedy_expected,
    local_expected,
    once,
    rank_0_expected,
    wanted_logits,
)
from .common import Expected, Make, integers, outputs, refusal_finding, sent_cut
from .vocab import Rng, even, height, local_table, owned, sent_rows, uneven, uneven_or_5

Vocab = Callable[[Rng, int], int]
_SIZES = (1, 2, 3, 4)


def _inputs(method: str, arrays: dict[str, np.ndarray], **more: Any) -> Inputs:
    vocab, dim = arrays["table"].shape
    return Inputs({"method": method, "vocab": vocab, "dim": dim, **more}, arrays)


# tie


def _tied(rng: Rng, tp: int) -> Inputs:
    """Two tables of numbers that occur once."""
    rows, dim, start = uneven(rng, tp), int(rng.integers(2, 4)), int(rng.integers(1, 50))
    table, again = (labelled(first, rows, dim) for first in (start, start + rows * dim))
    return _inputs("tie", {"table": table, "table again": again})


def _tied_by_hand(rng: Rng, tp: int) -> Inputs:
    table = np.arange(1, 9, dtype=np.float32).reshape(4, 2)
    return _inputs("tie", {"table": table, "table again": table + 10})


def _tie_expected(inputs: Inputs, tp: int) -> list[Expected]:
    names = {
        "head.weight": "table",
        "head.weight after a load of the embedding": "table again",
        "embedding.weight after a load of the head": "table",
    }
    return [
        {
            "weight of the head": described("a parameter"),
            **{name: local_table(inputs.arrays[of], rank, tp) for name, of in names.items()},
        }
        for rank in range(tp)
    ]


def _tie_sources(inputs: Inputs) -> list[Source]:
    return [Source(name, inputs.arrays[name]) for name in inputs.arrays]


def _other_sizes(wider: int, taller: int) -> Make:
    def make(rng: Rng, tp: int) -> Inputs:
        vocab, dim = uneven(rng, tp), 3
        other = [vocab + taller * tp, dim + wider]
        return Inputs({"vocab": vocab, "dim": dim, "other": other})

    return make


def _refuses_tie(inputs: Inputs, run: GroupRun) -> Finding | None:
    mine = [inputs.params["vocab"], inputs.params["dim"]]
    shapes = [[height(vocab, run.tp), dim] for vocab, dim in (mine, inputs.params["other"])]
    sizes = {"mine": mine, "other": inputs.params["other"]}
    what = _("a tie of a head of {mine} to an embedding of {other}").format(**sizes)
    wanted = [", ".join(map(str, shape)) for shape in shapes]
    sentence = _("A tie of a head of {mine} to an embedding of {other} must be refused.")
    sentence = sentence.format(**sizes)
    found = (refusal_finding(sentence, what, wanted, r.values["outcome"]) for r in run.ranks)
    return next(filter(None, found), None)


# x and table


def _random(
    method: str, vocab: Vocab, tokens: int = 3, last: int = 0, again: bool = False, **more: Any
) -> Make:
    """x (tokens, dim) and a table (vocab, dim) without a tie; `last` falls."""

    def make(rng: Rng, tp: int) -> Inputs:
        rows, dim = vocab(rng, tp), int(rng.integers(2, 4))
        arrays: dict[str, np.ndarray] = {}
        for suffix in ("", " again")[: 1 + again]:
            x, table = _no_tie(rng, (tokens, dim), rows, tp)
            arrays |= {f"x{suffix}": x, f"table{suffix}": table}
        if last:
            arrays["last"] = np.sort(rng.permutation(tokens)[:last])[::-1].copy()
        return _inputs(method, arrays, **more)

    return make


def _no_tie(rng: Rng, shape: tuple[int, int], vocab: int, tp: int) -> tuple[np.ndarray, np.ndarray]:
    """Where two rows would win a position together, on a rank or in all, all begins anew."""
    while True:
        x = integers(rng, *shape, low=-3, high=4)
        table = integers(rng, vocab, shape[1], low=-9, high=10)
        logits = x @ table.T
        parts = [logits[:, slice(*owned(vocab, rank, tp))] for rank in range(tp)]
        if all(map(_one_best, (logits, *parts))):
            return x, table


def _one_best(logits: np.ndarray) -> bool:
    best = np.sort(logits, axis=1)[:, -2:]
    return best.shape[1] < 2 or bool((best[:, 1] > best[:, 0]).all())


_UP_AND_DOWN = np.array([[1, 2], [-1, -1], [2, 1], [-2, -1]], np.float32)


def _two_best(method: str) -> Make:
    """Two ids win where x is positive, on two ranks; two of one rank where it is negative."""

    def make(rng: Rng, tp: int) -> Inputs:
        vocab = even(rng, tp)
        table, rows = integers(rng, vocab, 2, low=-3, high=4), height(vocab, tp)
        top = [rows - 1, min(rows, vocab - 1)]  # the lower id has the higher row
        first = int(rng.integers(tp)) * rows
        table[top] = 5
        table[[row for row in (first, first + 1) if row not in top]] = -5
        return _inputs(method, {"x": _UP_AND_DOWN, "table": table})

    return make


def _above_256(method: str) -> Make:
    """Each rank has a best id where x is positive and one where not; bfloat16 rounds them.

    It rounds their rows on the rank as well. No two of these ids are equally good.
    """

    def make(rng: Rng, tp: int) -> Inputs:
        vocab = 601
        table = integers(rng, vocab, 2, low=-3, high=4)
        for rank, best in enumerate(rng.permutation(tp)):
            start, end = owned(vocab, rank, tp)
            up, down = start + 257 + 4 * rng.choice((end - start - 257) // 4, 2, replace=False)
            table[up], table[down] = 5 + best, -5 - best
        return _inputs(method, {"x": _UP_AND_DOWN, "table": table}, dtype="bfloat16")

    return make


def _negative(method: str) -> Make:
    """Every logit is far below 0, which is what the padding would have."""

    def make(rng: Rng, tp: int) -> Inputs:
        rows = uneven_or_5(rng, tp)
        table = np.stack([rng.permutation(np.arange(1, rows + 1)), np.ones(rows)], axis=1)
        x = rng.integers(1, 4, (3, 2)).astype(np.float32)
        return _inputs(method, {"x": x, "table": -20_000 * table.astype(np.float32)})

    return make


def _far(method: str) -> Make:
    """The best id is one that float32 cannot tell from its neighbour. The rank makes the table."""

    def make(rng: Rng, tp: int) -> Inputs:
        hot = [[int(rng.integers(100)), 4], [(1 << 24) + 1 + 2 * int(rng.integers(20)), 5]]
        params = {"method": method, "vocab": FAR, "dim": 1}
        held = [[row for row in hot if row[0] in range(*owned(FAR, r, tp))] for r in range(tp)]
        return Inputs({**params, "hot": hot}, own_params=[{**params, "hot": h} for h in held])

    return make


def _by_hand(method: str, last: bool = False) -> Make:
    """The table of the worked example."""
    arrays = {
        "x": np.array([[1, 0], [0, 1], [1, 1]], np.float32),
        "table": np.arange(1, 9, dtype=np.float32).reshape(4, 2),
    }
    if last:
        arrays["last"] = np.array([2, 0])
    return lambda rng, tp: _inputs(method, arrays)


_SHOWN = ("x", "table", "last")
_TIED = outputs(_tie_expected, counts=lambda *_: {}, sources=_tie_sources)
_TIED_BY_HAND = outputs(
    _tie_expected, show=("table", "table again"), counts=lambda *_: {}, drawn=_tie_sources
)
_LOCAL = outputs(local_expected, show=_SHOWN, counts=lambda *_: {})
_ONLY_WANTED = _("Only the positions that are wanted are worth sending.")
_RANK_0 = frugal(
    outputs(rank_0_expected, show=_SHOWN, counts=once("gather")), wanted_logits, _ONLY_WANTED
)
_EVERYWHERE = frugal(
    outputs(everywhere_expected, show=_SHOWN, counts=once("all_gather")),
    wanted_logits,
    _ONLY_WANTED,
)
_GREEDY = frugal(
    outputs(greedy_expected, show=_SHOWN),
    few_numbers,
    _("The best id of a position takes a few numbers of each rank, not its logits."),
)
_CHECKS: dict[str, tuple[int, str, Check]] = {
    "local_logits": (2, "local logits", _LOCAL),
    "forward": (3, "logits on rank 0", _RANK_0),
    "forward_all": (4, "logits everywhere", _EVERYWHERE),
    "local_best": (5, "local best", best_wrong),
    "greedy": (6, "greedy", _GREEDY),
}


def _case(
    method: str, name: str, title: str, make: Make, tp: tuple[int, ...] = _SIZES,
    visible: bool = False, drive: str = "call",
) -> Case:  # fmt: skip
    number, what, check = _CHECKS[method]
    name = f"{method.replace('_', '-')}-{name}"
    sent = sent_cut(make, sent_rows) if drive == "call" else make
    return Case(name, f"ch06.{number}", what + title, drive, sent, check, tp, visible)


def _logits_cases(method: str) -> list[Case]:
    """What the methods that give logits have in common."""

    def case(
        name: str, title: str, make: Make, tp: tuple[int, ...] = _SIZES, visible: bool = False
    ) -> Case:
        return _case(method, name, title, make, tp, visible)

    return [
        case("example", "", _by_hand(method), (2,), True),
        case("last-example", ", last positions", _by_hand(method, last=True), (2,), True),
        case("last", ", last as a list", _random(method, even, 5, 2, last_as="list"), (1, 2, 3)),
        case("again", ", uneven vocabulary, called twice",
             _random(method, uneven_or_5, again=True)),
        case("bfloat16", " in bfloat16", _random(method, even, dtype="bfloat16"), (2,)),
    ]  # fmt: skip


def _best_cases(method: str) -> list[Case]:
    """What the methods that find the best ids have in common."""

    def case(
        name: str, title: str, make: Make, tp: tuple[int, ...] = _SIZES, drive: str = "call"
    ) -> Case:
        return _case(method, name, title, make, tp, drive=drive)

    return [
        _case(method, "example", "", _by_hand(method), (2,), True),
        case("tie", ", two ids tie", _two_best(method)),
        case("negative", ", uneven vocabulary, all logits far below 0", _negative(method)),
        case("last", ", last positions", _random(method, even, 5, 2, last_as="list"), (2, 3)),
        case("again", ", called twice", _random(method, even, again=True)),
        case("bfloat16", " in bfloat16, ids above 256", _above_256(method), (1, 2)),
        case("far", ", an id above 2**24", _far(method), (2,), drive="far"),
    ]  # fmt: skip


CASES = (
    Case("tie-example", "ch06.1", "tie", "tie", sent_cut(_tied_by_hand, sent_rows),
         _TIED_BY_HAND, (2,), visible=True),
    Case("tie", "ch06.1", "tie, uneven vocabulary", "tie", sent_cut(_tied, sent_rows), _TIED,
         _SIZES),
    Case("tie-wider", "ch06.1", "tie to a wider table", "tie_refused", _other_sizes(1, 0),
         _refuses_tie, (1, 2)),
    Case("tie-taller", "ch06.1", "tie to a taller table", "tie_refused", _other_sizes(0, 1),
         _refuses_tie, (1, 3)),
    *_logits_cases("local_logits"),
    *_logits_cases("forward"),
    *_logits_cases("forward_all"),
    *_best_cases("local_best"),
    *_best_cases("greedy"),
)  # fmt: skip
