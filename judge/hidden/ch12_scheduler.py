"""Chapter 12, the scheduler: stories of who comes and goes, and what they should come to."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

import numpy as np

from .. import compare
from ..i18n import _
from ..records import Case, Check, Finding, GroupRun, Inputs, Json, Verdict
from .ch11_run import TINY, files_of

Rng = np.random.Generator
Make = Callable[[Rng, int], Inputs]
Story = list[tuple[str, Any]]
Words = Callable[[Inputs, int], str]  # what came before the line with this number

NAMES = "abcdefghijklmnopqrstuvwxyz"
FILES = files_of(TINY)  # for all cases, so that they share their ranks


def told(lines: Callable[[Inputs], list[dict[str, Json]]], words: Words) -> Check:
    """A check of a story told line by line: the first thing that is not as it should be."""

    def check(inputs: Inputs, run: GroupRun) -> Finding | None:
        got = run.ranks[0].values["told"]
        for number, wanted in enumerate(lines(inputs)):
            have = got[number] if number < len(got) else {}
            for name, value in wanted.items():
                if have.get(name) != value or type(have.get(name)) is not type(value):
                    right = [other for other in wanted if have.get(other) == wanted[other]]
                    return Finding(
                        Verdict.WRONG_ANSWER,
                        _("{name} is wrong after the last of these:\n{words}").format(
                            name=name, words=words(inputs, number)
                        ),
                        in_words(value),
                        in_words(have[name]) if name in have else _("nothing"),
                        still_right=", ".join(right),
                    )
        return None

    return check


def in_words(value: Json) -> str:
    """As Python writes it; slots are numbers, although JSON made texts of them."""
    if isinstance(value, dict) and set(value) != {"described"}:
        parts = (f"{k if k.isdecimal() else repr(k)}: {in_words(v)}" for k, v in value.items())
        return "{" + ", ".join(parts) + "}"
    return compare.word(value)


class Slots:
    """The oracle: who waits, who runs."""

    def __init__(self, max_batch: int) -> None:
        self.waiting: deque[str] = deque()
        self.running: dict[int, str] = {}
        self.free, self.left = set(range(max_batch)), set[int]()
        self.tokens: dict[str, list[int]] = {}

    def act(self, verb: str, what: Any) -> dict[str, Json]:
        found: dict[str, Json] = {}
        if verb == "add":
            self.waiting.extend(what)
        elif verb == "next_step":
            joined = []
            while self.waiting and self.free:
                slot = min(self.free)
                self.free.discard(slot)
                self.running[slot] = self.waiting.popleft()
                joined.append([slot, self.running[slot]])
            found = {"left": sorted(self.left), "joined": joined}
            self.left = set()
        elif verb == "deliver":
            for slot, token in what.items():
                if name := self.running.get(int(slot)):
                    self.tokens.setdefault(name, []).append(token)
                    if token == 0:
                        self._give_up(int(slot))
        else:
            self.waiting = deque(name for name in self.waiting if name not in what)
            for slot in [slot for slot, name in self.running.items() if name in what]:
                self._give_up(slot)
        return found | {
            "running": {str(slot): self.running[slot] for slot in sorted(self.running)},
            "waiting": list(self.waiting),
            "free": sorted(self.free),
            "tokens": {name: list(tokens) for name, tokens in self.tokens.items()},
        }

    def _give_up(self, slot: int) -> None:
        del self.running[slot]
        self.free.add(slot)
        self.left.add(slot)


def _story(max_batch: int, max_queue: int, story: Story) -> Inputs:
    return Inputs({"max_batch": max_batch, "max_queue": max_queue, "story": story})


def _three_answers(_: Rng, __: int) -> Inputs:
    story: Story = [
        ("add", ["a", "b", "c"]),
        ("next_step", None),
        ("deliver", {"0": 0, "1": 65}),
        ("next_step", None),
        ("next_step", None),
    ]
    return _story(2, 3, story)


def _busy(drops: str = "", least: int = 3) -> Make:
    """Answers come and end at random; `drops` says whose clients go: waiting, running, during."""

    def make(rng: Rng, _: int) -> Inputs:
        max_batch, names = int(rng.integers(least, least + 3)), iter(NAMES)
        slots, story = Slots(max_batch), Story()

        def act(verb: str, what: Any) -> None:
            story.append((verb, what))
            slots.act(verb, what)

        act("add", [next(names) for _ in range(max_batch + 3)])
        for _ in range(int(rng.integers(3, 6))):
            act("next_step", None)
            tokens = {str(s): int(rng.integers(1, 90)) for s in sorted(slots.running)}
            if drops == "during":
                act("drop", [str(rng.choice(list(slots.running.values())))])
            for slot in rng.choice(list(tokens), min(len(tokens), 2), replace=False):
                tokens[str(slot)] = 0
            act("deliver", tokens)
            if drops == "waiting" and slots.waiting:
                act("drop", [slots.waiting[-1]])
            if drops == "running" and slots.running:
                act("drop", [str(rng.choice(list(slots.running.values())))])
            act("add", [next(names)])
        act("next_step", None)
        return _story(max_batch, 99, story)

    return make


def _dropped_twice(rng: Rng, _: int) -> Inputs:
    """Clients go whose answers are finished or dropped already, after others took their slots."""
    first = int(rng.integers(1, 90))
    story: Story = [
        ("add", ["a", "b", "c", "d"]),
        ("next_step", None),
        ("deliver", {"0": 0, "1": first}),
        ("next_step", None),
        ("drop", ["a"]),
        ("drop", ["b"]),
        ("next_step", None),
        ("drop", ["b"]),
        ("deliver", {"0": first, "1": first}),
        ("next_step", None),
    ]
    return _story(2, 9, story)


def _slots_expected(inputs: Inputs) -> list[dict[str, Json]]:
    slots = Slots(inputs.params["max_batch"])
    return [slots.act(verb, what) for verb, what in inputs.params["story"]]


def _slots_words(inputs: Inputs, number: int) -> str:
    lines = [_line(verb, what) for verb, what in inputs.params["story"][: number + 1]]
    return f"max_batch {inputs.params['max_batch']}: " + "; ".join(lines)


def _line(verb: str, what: Any) -> str:
    if verb == "next_step":
        return verb
    return f"{verb} {in_words(what) if isinstance(what, dict) else ' '.join(what)}"


def alone(
    name: str, task: int, title: str, drive: str, make: Make, check: Check, visible: bool = False
) -> Case:
    """A case in one process."""
    return Case(name, f"ch12.{task}", title, drive, make, check, (1,), visible, alone=True,
                reads=FILES)  # fmt: skip


_CHECK = told(_slots_expected, _slots_words)


def _case(name: str, title: str, make: Make, visible: bool = False) -> Case:
    return alone(name, 1, title, "schedule", make, _CHECK, visible)


SCHEDULER_CASES = (
    _case("slots", "three answers, two slots", _three_answers, True),
    _case("slots-many", "ten slots and more", _busy(least=11)),
    _case("drop-waiting", "clients go while their answers wait", _busy("waiting")),
    _case("drop-running", "clients go between two steps", _busy("running")),
    _case("drop-during", "clients go while the ranks are in a step", _busy("during")),
    _case("drop-late", "clients go whose answers are finished", _dropped_twice),
)
