"""How chapter 12's batch is exercised on ranks: choosing in lockstep, and steps of a model."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import torch

from ..work import ContractViolation

_CACHE_BYTES = 1 << 24


def _params(learner: Any, options: Any) -> Any:
    fields = {"ignore_eos": True, "max_tokens": 16} | dict(options)
    return learner.chapter("ch11_qwen3.sampling_params").SamplingParams(**fields)


def choose(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """Tokens for several rows, some times, then for each row that has a seed by itself.

    Rank 0 has the logits. Without a seed, every rank's generators stand somewhere else.
    """
    rows, count = inputs.params["rows"], inputs.params["count"]
    logits = inputs["logits"] if group.rank == 0 else None

    def chosen(numbers: list[int]) -> list[Any]:
        sequences = [_sequence(learner, rows[i], i, group) for i in numbers]
        mine = None if logits is None else logits[numbers]
        return [learner.choose_in_lockstep(mine, sequences, group) for _ in range(count)]

    together = chosen(list(range(len(rows))))
    alone = {i: chosen([i]) for i, row in enumerate(rows) if "seed" in row}
    return {
        "ids": together[0],
        "draws": [_listed(ids) for ids in together],
        "alone": {
            i: [number for ids in drawn for number in _listed(ids)] for i, drawn in alone.items()
        },
    }


def _sequence(learner: Any, options: Any, number: int, group: Any) -> Any:
    make = learner.chapter("ch11_qwen3.sequence").make_generator
    generator = make(options.get("seed", 1000 * (1 + group.rank) + number))
    params = _params(learner, options)
    return learner.BatchSequence(number, number, [1], 99, generator, params=params)


def _listed(ids: Any) -> Any:
    return ids.tolist() if isinstance(ids, torch.Tensor) else type(ids).__name__


def advance(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """A plan of steps, then each job that has a seed once more, with nobody else in the batch.

    A generator without a seed stands somewhere else on each rank, the same in each run. A job that
    runs alone draws from the right generator, whichever the learner's code gave it.
    """
    module = learner.chapter("ch12_serving.batch_runner")
    make = module.make_generator
    module.make_generator = lambda seed: make(1000 + group.rank if seed is None else seed)
    try:
        return _advance(learner, inputs.params, group)
    finally:
        module.make_generator = make


def _advance(learner: Any, params: Any, group: Any) -> dict[str, Any]:
    def make_runner() -> Any:
        return learner.BatchRunner(
            params["model"], group, "float32", _CACHE_BYTES, params["max_batch"]
        )

    runner, told, all_jobs = make_runner(), [], []
    for left, joined in params["plan"]:
        jobs = [_job(learner, params, *job) for job in joined]
        all_jobs += jobs
        told.append(_tokens(runner.advance(list(left), jobs)))
    kept = [list(job.prompt_ids) for job in all_jobs]
    order = [sequence.block for sequence in runner.update([], [])]
    alone = []
    for job in params["again"]:
        runner, joined = make_runner(), [_job(learner, params, *job)]
        with _seeded(learner, job[2]["seed"]):
            found = [_tokens(runner.advance([], joined))]
        found += [_tokens(runner.advance([], [])) for _ in range(params["steps again"] - 1)]
        alone.append([token for step in found for _, token in step])
    return {"told": told, "prompt_ids": kept, "order": order, "alone": alone}


@contextlib.contextmanager
def _seeded(learner: Any, seed: int) -> Iterator[None]:
    """Whoever joins meanwhile has chapter 11's generator, whatever the learner's code gives it."""
    kind, make = learner.BatchSequence, learner.chapter("ch11_qwen3.sequence").make_generator
    init = kind.__init__

    def seeded(self: Any, *args: Any, **kwargs: Any) -> None:
        init(self, *args, **kwargs)
        self.generator = make(seed)

    kind.__init__ = seeded
    try:
        yield
    finally:
        kind.__init__ = init


def _job(learner: Any, params: Any, slot: int, prompt: int, options: Any) -> Any:
    return learner.Job(slot, list(params["prompts"][prompt]), _params(learner, options))


def _tokens(said: Any) -> list[list[Any]]:
    if not isinstance(said, dict):
        raise ContractViolation(f"advance returns {{slot: token}}, not {said!r:.60}.")
    return sorted([slot, token] for slot, token in said.items())
