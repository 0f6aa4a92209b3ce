"""A trace in the Trace Event Format, which Perfetto and chrome://tracing open.

A thread for each rank, a slice for each call, arrows between the slices of one collective. Nothing
was timed: a step lasts one millisecond.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from ..records import Collective, Json, RankRun
from ..trace import Event, Trace, divergence, events, reason
from .trace import called

STEP_US = 1000
_CALL_US = 800


def trace_object(trace: Trace, name: str) -> dict[str, Json]:
    """The JSON object format: {"traceEvents": [...], ...}."""
    found, parting = events(trace), divergence(trace)
    made = [*_names(trace, name)]
    for number, event in enumerate(found, 1):
        made += [_slice(rank, call, event, trace) for rank, call in event.calls.items()]
        made += _arrows(number, event)
        made += [_mark(rank, event) for rank in event.calls] if event == parting else []
    return {
        "traceEvents": made,
        "displayTimeUnit": "ms",
        "otherData": {"verdict": trace.verdict.value, "time": "one step is 1 ms, not measured"},
    }


def dumps(trace: Trace, name: str) -> str:
    return json.dumps(trace_object(trace, name), indent=1) + "\n"


def _names(trace: Trace, name: str) -> Iterator[Json]:
    title = f"{name} {trace.title}, tp={len(trace.ranks)}"
    yield {"ph": "M", "name": "process_name", "pid": 0, "tid": 0, "args": {"name": title}}
    for rank in trace.ranks:
        label = {"name": f"rank {rank.rank} ({rank.status})"}
        yield {"ph": "M", "name": "thread_name", "pid": 0, "tid": rank.rank, "args": label}
        order = {"sort_index": rank.rank}
        yield {"ph": "M", "name": "thread_sort_index", "pid": 0, "tid": rank.rank, "args": order}


def _slice(rank: int, call: Collective, event: Event, trace: Trace) -> Json:
    return {
        "ph": "X",
        "name": call.op,
        "cat": "collective",
        "pid": 0,
        "tid": rank,
        "ts": event.step * STEP_US,
        "dur": _CALL_US,
        "args": _facts(call, trace.ranks[rank]),
    }


def _facts(call: Collective, rank: RankRun) -> Json:
    where = {"where": str(call.where), "source": call.where.source} if call.where else {}
    return {
        "call": called(call),
        "number": call.number,
        "shape": list(call.shape),
        "dtype": call.dtype,
        "bytes": call.num_bytes,
        "group": list(call.group),
        "waits": call == rank.waits_in,
        **where,
    }


def _arrows(number: int, event: Event) -> list[Json]:
    """From the first rank's slice to each of the others'; a chain of one id."""
    ranks = list(event.calls)
    if len(ranks) < 2:
        return []
    phases = ["s", *["t"] * (len(ranks) - 2), "f"]
    return [
        {"ph": phase, "id": number, "name": "same call", "cat": "collective", "pid": 0, "tid": rank,
         "ts": event.step * STEP_US + 1 + place} | ({"bp": "e"} if phase == "f" else {})
        for place, (phase, rank) in enumerate(zip(phases, ranks, strict=True))
    ]  # fmt: skip


def _mark(rank: int, event: Event) -> Json:
    why = {"why": reason(event)}
    return {"ph": "i", "s": "t", "name": "first divergence", "cat": "collective", "pid": 0,
            "tid": rank, "ts": event.step * STEP_US, "args": why}  # fmt: skip
