"""Chapter 12, choosing in lockstep: greedy rows and sampled ones, with and without a seed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..i18n import _
from ..records import Finding, GroupRun, Inputs, Json, Verdict
from .ch12_scheduler import Make, Rng
from .common import integers

_HOT = 50.0  # a temperature at which every token is about as likely
_COUNT = 12  # draws


def rows_of(*rows: dict[str, Any]) -> Make:
    """Logits with the largest one twice in each row; a row's options."""

    def make(rng: Rng, tp: int) -> Inputs:
        logits = integers(rng, len(rows), 7)
        best = np.sort([rng.choice(7, 2, replace=False) for _ in rows])
        for row, places in zip(logits, best, strict=True):
            row[places] = 9.0
        chosen = [dict(row) for row in rows]
        for number, row in enumerate(chosen):
            if "seed" in row:
                row["seed"] = int(rng.integers(1 << 30)) + number
        whole = {"logits": logits}
        own = [whole, *[{}] * (tp - 1)]
        return Inputs({"rows": chosen, "count": _COUNT}, whole, {"best": best[:, 0]}, own)

    return make


GREEDY = {"temperature": 0.0}
SAMPLED = {"temperature": _HOT, "seed": 0}
UNSEEDED = {"temperature": _HOT}


def wrong_answer(message: str, expected: Any, actual: Any, rank: int = 0) -> Finding:
    return Finding(Verdict.WRONG_ANSWER, message, str(expected), str(actual), rank)


def choose_check(inputs: Inputs, run: GroupRun) -> Finding | None:
    rows, first = inputs.params["rows"], run.ranks[0]
    for rank in run.ranks:
        ids = rank.arrays.get("ids")
        if ids is None or ids.dtype != "int64" or ids.shape != (len(rows),):
            got = "no tensor" if ids is None else f"{ids.dtype} of shape {list(ids.shape)}"
            what = _(
                "choose_in_lockstep returns one id for each sequence, on rank {rank} too."
            ).format(rank=rank.rank)
            return wrong_answer(
                what, _("int64 of shape [{count}]").format(count=len(rows)), got, rank.rank
            )
        for drawn, wanted in zip(rank.values["draws"], first.values["draws"], strict=True):
            if drawn != wanted:
                what = _("Rank {rank} goes on with other tokens than rank 0.").format(
                    rank=rank.rank
                )
                return wrong_answer(what, wanted, drawn, rank.rank)
    return _greedy_rows(inputs, first.values) or _sampled_rows(inputs, first.values)


def _greedy_rows(inputs: Inputs, values: Mapping[str, Json]) -> Finding | None:
    for number, row in enumerate(inputs.params["rows"]):
        got = [drawn[number] for drawn in values["draws"]]
        wanted = [int(inputs.secret["best"][number])] * len(got)
        if not row["temperature"] and got != wanted:
            logits = inputs.arrays["logits"][number].tolist()
            what = _("Row {number} of {all} is greedy: logits {logits}, {count} times.").format(
                number=number, all=_all(inputs), logits=logits, count=len(got)
            )
            return wrong_answer(what, wanted, got)
    return None


def _sampled_rows(inputs: Inputs, values: Mapping[str, Json]) -> Finding | None:
    for number, row in enumerate(inputs.params["rows"]):
        got = [drawn[number] for drawn in values["draws"]]
        if row["temperature"] and len(set(got)) == 1:
            what = _("Row {number} of {all} samples, and gives always the same.").format(
                number=number, all=_all(inputs)
            )
            return wrong_answer(what, _("{count} draws, not all equal").format(count=len(got)), got)
        if "seed" in row and got != values["alone"][str(number)]:
            what = _(
                "Row {number} of {all} has a seed, and gives other tokens than "
                "where it is alone in the batch."
            ).format(number=number, all=_all(inputs))
            return wrong_answer(what, values["alone"][str(number)], got)
    return None


def _all(inputs: Inputs) -> str:
    """ "[0, 50, 50]": the temperatures of the batch."""
    return f"temperatures {[round(row['temperature']) for row in inputs.params['rows']]}"
