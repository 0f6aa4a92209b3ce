"""Chapter 12, the whole service: real ranks, real HTTP, and the texts that transformers gave."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from ..i18n import _
from ..records import Case, Finding, GroupRun, Inputs, Json, Verdict
from .ch11_run import TINY
from .ch12_scheduler import FILES, Rng

_LONG = 100  # tokens of the first request: the others come and go meanwhile


@cache
def _entries() -> list[dict[str, Any]]:
    return json.loads((TINY / "oracle.json").read_text(encoding="utf-8"))["prompts"]


def _requests(rng: Rng, tp: int) -> Inputs:
    """A long greedy stream; while it runs, a whole answer and a stream with usage."""
    first, *others = (int(i) for i in rng.choice(len(_entries()), 3, replace=False))
    greedy = {"temperature": 0, "max_tokens": 16}
    asked = [{"prompt": _entries()[i]["prompt"], **greedy} for i in others]
    asked[1] |= {"stream": True, "stream_options": {"include_usage": True}}
    long = {"prompt": _entries()[first]["prompt_ids"], "stream": True, "ignore_eos": True}
    params = {
        "model": str(TINY),
        "size": tp,
        "first": {**long, "temperature": 0, "max_tokens": _LONG},
        "others": asked,
    }
    return Inputs(params, secret={"first": first, "others": others})


def _told(number: int) -> dict[str, Json]:
    """What a client should get for a prompt of the oracle."""
    entry = _entries()[number]
    read = len(entry["prompt_ids"])
    written = len(entry["completion_ids"]) + (entry["finish_reason"] == "stop")
    usage = {"prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written}
    reason = entry["finish_reason"]
    return {"text": entry["completion"], "status": 200, "finish_reason": reason, "usage": usage}


def _check(inputs: Inputs, run: GroupRun) -> Finding | None:
    values, asked = run.ranks[0].values, inputs.params["others"]
    first = values["first"]
    start = _entries()[inputs.secret["first"]]["completion"]
    if not str(first.get("text")).startswith(start) or first.get("finish_reason") != "length":
        return _wrong(_("The first request, a long stream, is answered wrongly."), start, first)
    for number, (fields, got) in enumerate(zip(asked, values["others"], strict=True)):
        wanted = _told(inputs.secret["others"][number])
        if got != wanted:
            what = _("Prompt {prompt!r}, which joined midway, is answered wrongly.").format(
                prompt=fields["prompt"]
            )
            return _wrong(what, wanted, got)
    return _ends(values)


def _ends(values: Any) -> Finding | None:
    still, joined = (
        values["the first one still runs when they have ended"],
        "joined while the first one ran",
    )
    if still is not True or values[joined] != 2:
        what = _("Two requests came while another one was answered.")
        actual = f"{values[joined]} joined the batch"
        return _wrong(what, _("both join its batch, and end before it"), actual)
    if values["ranks left"]:
        what = _("The service has ended, and ranks are left.")
        return Finding(Verdict.CONTRACT_VIOLATION, what, "0 ranks", str(values["ranks left"]))
    return None


def _wrong(message: str, expected: Any, actual: Any) -> Finding:
    return Finding(Verdict.WRONG_ANSWER, message, str(expected), str(actual)[:600])


SERVICE_CASES = (
    Case("service", "ch12.6", "the service on real ranks, over HTTP", "service", _requests, _check,
         (2,), alone=True, real=True, fresh=True, reads=FILES),
)  # fmt: skip
