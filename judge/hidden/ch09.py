"""Chapter 9, calls in lockstep: inputs, oracles and cases."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ..i18n import _
from ..records import Case, Check, Finding, GroupRun, Inputs, Verdict
from ..telling import first_of, saying
from ..wire import described
from .ch09_drivers import DRIVER_CASES
from .common import Expected, outputs

Rng = np.random.Generator
Make = Callable[[Rng, int], Inputs]

_SIZES = (2, 3)


def _ids(count: int) -> list[int]:
    return [(7 * i + 3) % 50_000 for i in range(count)]


def _described(kind: Any, x: np.ndarray) -> Any:
    """The oracle: an argument as the rank that received it puts it in words."""
    if not isinstance(kind, list):
        return kind
    name, *rest = kind
    if name == "ids":
        ids = _ids(rest[0])
        return ids if len(ids) <= 20 else described(f"{len(ids)} ids, sum {sum(ids)}")
    return ["Tensor", x.tolist()] if name == "tensor" else [name, rest]


# sending and receiving


def _small(rng: Rng, _: int) -> Inputs:
    a, b = (int(n) for n in rng.integers(1, 1000, 2))
    calls = [["add", [a, b]], ["add", [a, b]], ["close", []], ["note", [["ids", 3], "text"]]]
    return _calls(rng, calls)


def _kinds(rng: Rng, _: int) -> Inputs:
    a, b = (int(n) for n in rng.integers(1, 250, 2))
    calls = [["note", [["tuple", a, b], ["bytes", a, b, 0]]], ["add", [["tensor"], None, True]]]
    return _calls(rng, [*calls, ["NOTHING", []], ["add", [a]], ["STOP", []]])


def _long(rng: Rng, _: int) -> Inputs:
    """400,000 token ids, then a short call, then a long one again."""
    count = 400_000 + int(rng.integers(1, 1000))
    calls = [["generate", [["ids", count]]], ["add", [1]], ["generate", [["ids", count + 1]]]]
    return _calls(rng, calls)


def _calls(rng: Rng, calls: Sequence[Any]) -> Inputs:
    x = rng.integers(-9, 10, (2, 3)).astype(np.float32)
    return Inputs({"calls": list(calls)}, {"x": x})


def _calls_expected(inputs: Inputs, tp: int) -> list[Expected]:
    calls, x = inputs.params["calls"], inputs.arrays["x"]
    received = {
        f"call {number}": [
            "" if name == "NOTHING" else name,
            described("a tuple"),
            [_described(kind, x) for kind in kinds],
        ]
        for number, (name, kinds) in enumerate(calls)
    }
    return [{"sent": len(calls)}, *[received] * (tp - 1)]


# serving and calling


def _logged(calls: Sequence[Sequence[Any]]) -> list[Any]:
    """The oracle: what a runner has noted after these calls."""
    log: list[Any] = []
    for name, *arguments in calls:
        if name == "note":
            log.append(arguments)
        elif name == "add":
            log.append(["add", arguments[0]])
        elif name == "take":
            log.append(arguments[0])
        elif name == "count":
            log += list(range(arguments[0]))
    return log


def _serve(*names: str) -> Make:
    """Calls by name, with other arguments each time; "same" is the call before once more."""

    def make(rng: Rng, _: int) -> Inputs:
        calls: list[list[Any]] = []
        for name in names:
            a, b = (int(n) for n in rng.integers(1, 100, 2))
            arguments: dict[str, list[Any]] = {
                "note": [a, b], "add": [a], "count": [2 + a % 4], "take": [[a, b]], "fail": ["no"],
            }  # fmt: skip
            calls.append(calls[-1] if name == "same" else [name, *arguments.get(name, [])])
        return Inputs({"calls": calls})

    return make


def _serve_expected(inputs: Inputs, tp: int) -> list[Expected]:
    calls = inputs.params["calls"]
    ends = described("LookupError") if ["fail", "no"] in calls else None
    return [{}, *[{"log": _logged(calls), "serve": ends}] * (tp - 1)]


def _call_expected(inputs: Inputs, tp: int) -> list[Expected]:
    calls = inputs.params["calls"]
    log: dict[str, Any] = {"log": _logged(calls)}
    results: list[Any] = []
    for number, (name, *arguments) in enumerate(calls):
        if name == "note":
            results.append(["rank 0", *arguments])
        elif name == "take":
            results.append(number + 1)
        else:
            results.append(float(arguments[0] * sum(range(1, tp + 1))))
    return [{"results": results, **log}, *[log] * (tp - 1)]


def _stream(stop: bool) -> Make:
    def make(rng: Rng, _: int) -> Inputs:
        length = int(rng.integers(5, 9))
        return Inputs({"length": length, "stop": 2 if stop else length + 1})

    return make


def _stream_expected(inputs: Inputs, tp: int) -> list[Expected]:
    length, stop = inputs.params["length"], inputs.params["stop"]
    log: dict[str, Any] = {"log": [*range(length), ["add", 2]]}
    items = [[i, i + 1] for i in range(min(length, stop))]
    front = {
        "items, and how many were made by then": items,
        "is_in_step in the middle": False,
        "is_in_step after it": True,
        "a call after": float(2 * sum(range(1, tp + 1))),
    }
    return [{**front, **log}, *[log] * (tp - 1)]


def _failed_expected(inputs: Inputs, tp: int) -> list[Expected]:
    error = described("LookupError")
    called = {"call": error, "is_in_step": False, "is_in_step in the method": [False]}
    return [
        {**called, "stream": error, "is_in_step after the stream": False},
        *[{}] * (tp - 1),
    ]


def _nothing(rng: Rng, _: int) -> Inputs:
    return Inputs()


_NONE: Callable[[Inputs, int], Mapping[str, int]] = lambda *_: {}  # noqa: E731


def _silent_alone(check: Check) -> Check:
    """Where there is one rank: no collective."""

    def silent(inputs: Inputs, run: GroupRun) -> Finding | None:
        if run.tp > 1:
            return None
        extra = [call.op for call in run.ranks[0].collectives if call.op != "all_reduce"]
        if not extra:
            return None
        return Finding(
            Verdict.CONTRACT_VIOLATION,
            _("A lone rank sends a call: there is nobody to receive it."),
            _("no message"),
            f"{len(extra)} {extra[0]}",
            0,
        )

    return first_of(check, silent)


def _calls_made(inputs: Inputs) -> str:
    return _("rank 0 calls {listed}").format(listed=", ".join(map(_short, inputs.params["calls"])))


def _short(call: Sequence[Any]) -> str:
    name, *arguments = call
    if len(arguments) == 1 and isinstance(arguments[0], list) and name not in ("take",):
        arguments = arguments[0]
    return f"{name}({', '.join(map(repr, arguments))})"


_CALLS = saying(outputs(_calls_expected), _calls_made)
_SERVED = saying(outputs(_serve_expected), _calls_made)
_CALLED = _silent_alone(saying(outputs(_call_expected), _calls_made))
_STREAMED = outputs(_stream_expected)


def _case(
    name: str, task: int, title: str, drive: str, make: Make, check: Check,
    tp: tuple[int, ...] = _SIZES, visible: bool = False,
) -> Case:  # fmt: skip
    return Case(name, f"ch09.{task}", title, drive, _sent(make), check, tp, visible)


def _sent(make: Make) -> Make:
    """The same inputs; only rank 0 knows the calls, the others how many there are."""

    def made(rng: Rng, tp: int) -> Inputs:
        inputs = make(rng, tp)
        params = {**inputs.params, "num_calls": len(inputs.params.get("calls", ()))}
        others = [{"num_calls": params["num_calls"]}] * (tp - 1)
        arrays = [inputs.arrays, *[{}] * (tp - 1)]
        return replace(inputs, own_params=[params, *others], own_arrays=arrays)

    return made


CASES = (
    _case("calls", 1, "calls of a few numbers", "calls", _small, _CALLS, (2, 3, 4),
          True),
    _case("calls-kinds", 1, "calls with other kinds of arguments; STOP and NOTHING", "calls",
          _kinds, _CALLS, (2,)),
    _case("calls-long", 1, "a call with 400,000 token ids", "calls", _long, _CALLS),
    _case("calls-alone", 1, "a call where there is one rank", "calls", _small,
          _silent_alone(_CALLS), (1,)),
    _case("serve", 2, "serving calls", "serve", _serve("note", "add", "note", "STOP"), _SERVED,
          _SIZES, True),
    _case("serve-twice", 2, "two equal calls back to back", "serve",
          _serve("note", "same", "note", "same", "same", "STOP"), _SERVED),
    _case("serve-generator", 2, "serving a generator", "serve",
          _serve("count", "note", "count", "STOP"), _SERVED),
    _case("serve-nothing", 2, "serving NOTHING", "serve",
          _serve("NOTHING", "note", "NOTHING", "NOTHING", "add", "STOP"), _SERVED, (2,)),
    _case("serve-fails", 2, "serving a method that raises", "serve", _serve("note", "fail"),
          _SERVED, (2,)),
    _case("call", 3, "RankZero.call", "call", _serve("note", "add", "same", "take", "add", "take"),
          _CALLED, (1, 2, 3), True),
    _case("stream", 3, "RankZero.stream", "stream", _stream(False), _STREAMED, (1, 2, 3)),
    _case("stream-left", 3, "a stream that is left early", "stream", _stream(True), _STREAMED),
    _case("call-fails", 3, "a call and a stream that raise", "failed_call", _nothing,
          outputs(_failed_expected), (2,)),
    *DRIVER_CASES,
)  # fmt: skip
