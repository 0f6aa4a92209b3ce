"""How chapter 12's parts without ranks are used: the scheduler, one answer, the batch loop."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from ... import wire
from ..work import ContractViolation
from .ch12_fakes import FakeAnswer, FakeRanks, pair, plain_scheduler

_LIMIT_S = 5.0
_STILL_S = 1.0  # how long the fake ranks wait for the event loop before they go on


# the scheduler


def schedule(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """What each line of a story comes to."""
    params = inputs.params
    scheduler = learner.Scheduler(params["max_batch"], params["max_queue"])
    answers: dict[str, FakeAnswer] = {}
    return {"told": [_act(scheduler, answers, *line) for line in params["story"]]}


def _act(scheduler: Any, answers: dict[str, FakeAnswer], verb: str, what: Any) -> dict[str, Any]:
    """One line of the story; then who is where."""
    found: dict[str, Any] = {}
    if verb == "add":
        for name in what:
            answers[name] = FakeAnswer(name, 1 + len(answers))
        scheduler.add([answers[name] for name in what])
    elif verb == "next_step":
        left, joined = pair(scheduler.next_step(), "next_step returns (left, joined)")
        jobs = [[job.slot, _name(answers, job)] for job in joined]
        found = {"left": sorted(left), "joined": sorted(jobs)}
    elif verb == "deliver":
        scheduler.deliver({int(slot): token for slot, token in what.items()})
    else:
        scheduler.drop([answers[name] for name in what])
    return found | {
        "running": {str(slot): scheduler.running[slot].name for slot in sorted(scheduler.running)},
        "waiting": [answer.name for answer in scheduler.waiting],
        "free": sorted(scheduler.free),
        "tokens": {name: list(answer.tokens) for name, answer in answers.items() if answer.tokens},
    }


def _name(answers: dict[str, FakeAnswer], job: Any) -> str:
    """Whose prompt and whose parameters a job has."""
    prompt = next((a.name for a in answers.values() if a.prompt_ids == job.prompt_ids), "?")
    params = next((a.name for a in answers.values() if a.params == job.params), "?")
    return prompt if prompt == params else f"prompt of {prompt}, params of {params}"


# one answer


def answer(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """Tokens into the second answer of a request, up to the one that is said to be the last.

    The tokenizer is fake: a token is some bytes of UTF-8.
    """
    params, vocabulary = inputs.params, [bytes(entry) for entry in inputs.params["vocabulary"]]

    def decode(ids: list[int]) -> str:
        return b"".join(vocabulary[token] for token in ids).decode(errors="replace")

    options = learner.chapter("ch11_qwen3.sampling_params").SamplingParams(
        max_tokens=params["max_tokens"], ignore_eos=params["ignore_eos"]
    )
    prompts = [([1, 1], options), ([1] * params["prompt_tokens"], options)]
    asked = learner.AnswerSet(prompts, params["stops"], decode, frozenset([0]))
    mine = asked.answers[1]
    told = []
    for token in params["tokens"]:
        is_last = mine.push(token)
        told.append(_pieces(asked) | {"returned": is_last})
        if is_last is True:
            break
    return {"told": told, "num_tokens": mine.num_tokens}


def _pieces(asked: Any) -> dict[str, Any]:
    """What was put on the queue since the last look; text in several pieces is put together."""
    found = []
    while not asked._pieces.empty():
        found.append(asked._pieces.get_nowait())
    if strange := [piece.index for piece in found if piece.index != 1]:
        raise ContractViolation(f"a piece of prompt 1 says that it is of prompt {strange[0]}.")
    reasons = [piece.finish_reason for piece in found if piece.finish_reason is not None]
    text = "".join(piece.text for piece in found)
    return {"text": text, "finish_reason": reasons[0] if len(reasons) == 1 else reasons or None}


# the batch loop


class _Loop:
    """A batch loop on fake ranks, and the answers that were submitted to it."""

    def __init__(self, learner: Any, params: Any) -> None:
        self.lengths: dict[str, int] = params["lengths"]
        self.answers: dict[str, FakeAnswer] = {}
        self.ranks = FakeRanks(lambda job: _name(self.answers, job))
        scheduler = plain_scheduler(learner, params["max_batch"], 8)
        self.loop = learner.BatchLoop(self.ranks, scheduler)
        self.answer_set = learner.chapter("ch12_serving.answer").AnswerSet
        self.waits: list[Callable[[], Any]] = []  # what happens while the loop waits for work
        self.num_waits = 0
        self.loop.wait_for_work = self._wait
        self.stood_still = False

    def submit(self, names: list[str]) -> None:
        asked = self.answer_set([], [], str, frozenset())
        for name in names:
            self.answers[name] = FakeAnswer(name, 1 + len(self.answers), self.lengths[name])
        asked.answers = [self.answers[name] for name in names]
        self.loop.submit(asked)

    def while_ranks_work(self, act: Callable[[], Any]) -> Callable[[], None]:
        """For the thread of the ranks: have the event loop do something, and wait for that."""
        running = asyncio.get_running_loop()

        def hook() -> None:
            done = threading.Event()

            def on_the_loop() -> None:
                act()
                done.set()

            running.call_soon_threadsafe(on_the_loop)
            self.stood_still = not done.wait(_STILL_S) or self.stood_still

        return hook

    async def _wait(self) -> None:
        """In the place of wait_for_work, which would wait."""
        self.num_waits += 1
        await asyncio.sleep(0)
        if self.waits:
            self.waits.pop(0)()
        elif self.num_waits > 20:
            raise ContractViolation("The loop waits for work again and again, and is closed.")

    def tokens(self) -> dict[str, list[int]]:
        return {name: list(answer.tokens) for name, answer in self.answers.items()}

    async def limited(self, work: Coroutine[Any, Any, Any], name: str) -> None:
        try:
            await asyncio.wait_for(work, _LIMIT_S)
        except TimeoutError:
            raise ContractViolation(f"BatchLoop.{name} does not return here.") from None

    def end(self) -> None:
        with contextlib.suppress(AttributeError):
            self.loop._thread.shutdown(wait=False)


def steps(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """Some steps of the loop; who arrives before a step, and who while the ranks are in it."""
    return asyncio.run(_steps(learner, inputs.params))


async def _steps(learner: Any, params: Any) -> dict[str, Any]:
    on = _Loop(learner, params)
    for number, names in params["during"].items():
        on.ranks.during[int(number)] = on.while_ranks_work(partial(on.submit, names))
    told = []
    try:
        for names in params["before"]:
            if names:
                on.submit(names)
            seen, waits = len(on.ranks.calls), on.num_waits
            await on.limited(on.loop.step(), "step")
            made = {"calls": on.ranks.calls[seen:], "waits for work": on.num_waits - waits}
            told.append(made | {"tokens": on.tokens()})
    finally:
        on.end()
    return {"the event loop stands still": on.stood_still, "told": told}


def run(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """The loop from its start to its end: what the ranks, or those who wait, do meanwhile."""
    return asyncio.run(_run(learner, inputs.params))


async def _run(learner: Any, params: Any) -> dict[str, Any]:
    on = _Loop(learner, params)
    loop = on.loop
    acts: dict[str, Callable[[Any], Any]] = {
        "submit": on.submit,
        "close": lambda _: loop.close(60.0),
        "fail": lambda _: None,
    }
    for number, (verb, what) in params["during"].items():
        hook = on.while_ranks_work(partial(acts[verb], what))
        on.ranks.during[int(number)] = _failing if verb == "fail" else hook
    on.waits = [partial(acts[verb], what) for verb, what in params["waits"]]
    if params["first"]:
        on.submit(params["first"])
    try:
        await on.limited(_told_open(loop), "run")
    finally:
        on.end()
    return {
        "tokens": {name: len(tokens) for name, tokens in on.tokens().items()},
        "told of an error": {
            a.name: wire.described(a.failed) for a in on.answers.values() if a.failed
        },
        "error": None
        if loop.error is None
        else wire.described(f"{type(loop.error).__name__}: {loop.error}"),
        "steps": on.ranks.num_steps,
    }


async def _told_open(loop: Any) -> None:
    """What leaves `run` ends the service; LookupError is what the fake ranks raise."""
    try:
        await loop.run()
    except LookupError:
        raise ContractViolation("BatchLoop.run lets through what the ranks raise.") from None


def _failing() -> None:
    raise LookupError("a rank has died")
