"""Chapter 12, the batch loop: its steps, and its run from the first request to the last."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .. import wire
from ..i18n import _
from ..records import Check, Finding, GroupRun, Inputs, Json, Verdict
from .ch12_scheduler import NAMES, Rng, Slots, alone, in_words, told


def _loop(lengths: Mapping[str, int], max_batch: int, **params: Any) -> Inputs:
    fields = {"lengths": dict(lengths), "max_batch": max_batch, "during": {}, **params}
    return Inputs(fields)


def _two_and_one(_: Rng, __: int) -> Inputs:
    lengths = {"a": 2, "b": 3, "c": 2}
    return _loop(lengths, 2, before=[["a", "b", "c"], [], [], []])


def _arriving(rng: Rng, _: int) -> Inputs:
    """While the ranks are in a step, others arrive."""
    lengths = {name: int(rng.integers(2, 5)) for name in NAMES[: int(rng.integers(3, 6))]}
    first, *others = lengths
    during = {str(1 + number): [name] for number, name in enumerate(others)}
    return _loop(lengths, 9, before=[[first], *[[]] * (len(others) + 1)], during=during)


def _idle(rng: Rng, _: int) -> Inputs:
    """No work at first, none again in the middle."""
    lengths = {"a": int(rng.integers(1, 3)), "b": 1}
    return _loop(lengths, 2, before=[[], ["a"], *[[]] * lengths["a"], ["b"], []])


def _steps_expected(inputs: Inputs) -> list[dict[str, Json]]:
    params, slots = inputs.params, Slots(inputs.params["max_batch"])
    found: list[dict[str, Json]] = []
    num_steps = 0
    for arriving in params["before"]:
        slots.act("add", arriving)
        calls: list[Json] = []
        busy = bool(slots.waiting or slots.running)
        if busy:
            num_steps += 1
            said = slots.act("next_step", None)
            calls = [{"left": said["left"], "joined": said["joined"]}]
            slots.waiting.extend(params["during"].get(str(num_steps), []))
            for slot in list(slots.running):
                _one_token(slots, slot, 100 * num_steps + slot, params["lengths"])
        everyone = [name for name in params["lengths"] if _has_come(name, slots)]
        tokens = {name: list(slots.tokens.get(name, [])) for name in everyone}
        found.append({"calls": calls, "waits for work": int(not busy), "tokens": tokens})
    return found


def _one_token(slots: Slots, slot: int, token: int, lengths: Mapping[str, int]) -> None:
    name = slots.running[slot]
    slots.act("deliver", {str(slot): token})
    if len(slots.tokens[name]) == lengths[name]:
        slots.act("drop", [name])


def _has_come(name: str, slots: Slots) -> bool:
    return name in slots.tokens or name in slots.waiting or name in slots.running.values()


def _steps_words(inputs: Inputs, number: int) -> str:
    params = inputs.params
    lines = [
        f"max_batch {params['max_batch']}, tokens that each wants {in_words(params['lengths'])}"
    ]
    for step, arriving in enumerate(params["before"][: number + 1], 1):
        line = f"submit {' '.join(arriving)}; step" if arriving else "step"
        during = params["during"].get(str(step), [])
        lines.append(line + (f", during which {' '.join(during)} arrive" if during else ""))
    return "\n".join(lines)


def _steps_check(inputs: Inputs, run: GroupRun) -> Finding | None:
    if run.ranks[0].values["the event loop stands still"] is True:
        return Finding(
            Verdict.WRONG_ANSWER,
            _("While the ranks compute, the event loop stands still: no request can arrive."),
            _("the event loop goes on"),
            _("it waits for the ranks"),
        )
    return told(_steps_expected, _steps_words)(inputs, run)


def _runs(name: str, make: Callable[[Rng], dict[str, Any]], **expected: Any) -> tuple[Any, Check]:
    """A run of the whole loop; `expected`: tokens and errors at its end."""

    def made(rng: Rng, _: int) -> Inputs:
        return Inputs({"during": {}, "waits": [], "first": [], "max_batch": 2} | make(rng))

    def check(inputs: Inputs, run: GroupRun) -> Finding | None:
        got = run.ranks[0].values
        for what, value in {"error": None, "told of an error": {}, **expected}.items():
            wanted = value(inputs.params) if callable(value) else value
            if got.get(what) != wanted:
                said = _RUN_WORDS[what], in_words(wanted), in_words(got.get(what))
                if what == "told of an error" and set(wanted) == set(got[what]):
                    said = _another_error(wanted, got[what])
                return Finding(Verdict.WRONG_ANSWER, f"{name}: {said[0]}", *said[1:])
        return None

    return made, check


def _another_error(wanted: Any, got: Any) -> tuple[str, str, str]:
    """The right answers end with an error, but with another one."""
    name = next(name for name in wanted if got[name] != wanted[name])
    said = _("answer {name} ends with another error than it should.").format(name=repr(name))
    return said, in_words(wanted[name]), in_words(got[name])


_RUN_WORDS = {
    "tokens": _("at the end of run the answers have other numbers of tokens than they should."),
    "told of an error": _("other answers end with an error than should."),
    "error": _("at the end of run batch_loop.error is another than it should be."),
}


def _closing(rng: Rng) -> dict[str, Any]:
    lengths = {"a": int(rng.integers(3, 6)), "b": int(rng.integers(2, 9))}
    return {"lengths": lengths, "first": ["a", "b"], "during": {"2": ("close", None)}}


def _waiting_first(rng: Rng) -> dict[str, Any]:
    lengths = {"a": int(rng.integers(1, 4)), "b": int(rng.integers(1, 4))}
    waits = [("submit", ["a"]), ("submit", ["b"]), ("close", None)]
    return {"lengths": lengths, "waits": waits}


def _dying(rng: Rng) -> dict[str, Any]:
    lengths = {"a": 1, "b": int(rng.integers(4, 8)), "c": 9, "d": 9}
    return {"lengths": lengths, "first": list(lengths), "during": {"3": ("fail", None)}}


def _lengths(params: Mapping[str, Any]) -> Json:
    return params["lengths"]


_DIED = "ApiError 500: the model's ranks have ended: a rank has died"

_RUNS = {
    "run": _runs("Closed during step 2", _closing, tokens=_lengths),
    "run-idle": _runs("Nobody there at first", _waiting_first, tokens=_lengths),
    "run-fails": _runs(
        "The ranks raise in step 3", _dying, error=wire.described("LookupError: a rank has died"),
        **{"told of an error": dict.fromkeys("bcd", wire.described(_DIED))},
        tokens={"a": 1, "b": 2, "c": 1, "d": 0},
    ),
}  # fmt: skip

LOOP_CASES = (
    alone("steps", 3, "step: three answers, two slots, four times", "steps", _two_and_one,
          _steps_check, True),
    alone("steps-arriving", 3, "step: others arrive during it", "steps", _arriving, _steps_check),
    alone("steps-idle", 3, "step without work", "steps", _idle, _steps_check),
    alone("run", 3, "closed while answers run", "run", *_RUNS["run"]),
    alone("run-idle", 3, "a service that nobody asks at first", "run", *_RUNS["run-idle"]),
    alone("run-fails", 3, "the ranks raise", "run", *_RUNS["run-fails"]),
)  # fmt: skip
