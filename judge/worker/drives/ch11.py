"""How chapter 11 is exercised: its modules on random weights, and the whole run on a checkpoint."""

from __future__ import annotations

import contextlib
import os
from typing import Any

import torch
import torch.distributed as dist

from ..work import ContractViolation
from .common import held_bytes, outcome


def _config(learner: Any, inputs: Any) -> Any:
    return learner.chapter("ch07_attention.config").Qwen3Config(**inputs.params["config"])


def _fill(module: torch.nn.Module, inputs: Any, rank: int) -> None:
    """Set each parameter to this rank's array `rank N name`; no loader takes part."""
    prefix = f"rank {rank} "
    wanted = {name.removeprefix(prefix) for name in inputs.names() if name.startswith(prefix)}
    held = dict(module.named_parameters())
    for name in sorted(wanted ^ set(held)):
        kind = type(module).__name__
        if name in wanted:
            raise ContractViolation(f"{kind} should have a parameter {name}.")
        missing = ", ".join(sorted(wanted - set(held))[:3])
        instead = f" What it lacks: {missing}." if missing else ""
        raise ContractViolation(f"{kind} should not have a parameter {name}.{instead}")
    for name, param in held.items():
        value = inputs[prefix + name]
        if param.shape != value.shape:
            raise ContractViolation(
                f"{name} of {type(module).__name__} has shape {list(param.shape)} on rank {rank}, "
                f"and should have {list(value.shape)}."
            )
        param.data = value.clone()


def _batch(learner: Any, starts: list[int], lengths: list[int]) -> Any:
    batch = learner.chapter("ch07_attention.batch").Batch
    return batch(tuple(range(len(lengths))), tuple(starts), tuple(lengths))


def _cache(learner: Any, config: Any, num_blocks: int, group: Any) -> Any:
    return learner.chapter("ch07_attention.attention").KVCache(config, num_blocks, 16, group)


def mlp(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    module = learner.Qwen3MLP(_config(learner, inputs), group)
    _fill(module, inputs, group.rank)
    return {"y": module(inputs["x"])}


def mlp_refusal(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    config = _config(learner, inputs)
    return {"outcome": outcome(lambda: str(learner.Qwen3MLP(config, group)))}


def layer(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """One decoder layer on two sequences, their tokens end to end."""
    config, lengths = _config(learner, inputs), inputs.params["lengths"]
    module = learner.Qwen3DecoderLayer(config, 0, group)
    _fill(module, inputs, group.rank)
    batch = _batch(learner, [0] * len(lengths), lengths)
    tables = learner.chapter("ch07_attention.attention").rope_tables
    rope = tables(batch.positions, config.head_dim, config.rope_theta)
    cache = _cache(learner, config, len(lengths), group)
    return {"y": module(inputs["x"], rope, batch, cache)}


def model(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """Hidden states of prompts, then of one more token of each."""
    config, lengths = _config(learner, inputs), inputs.params["lengths"]
    module = learner.Qwen3Model(config, group)
    _fill(module, inputs, group.rank)
    cache = _cache(learner, config, len(lengths), group)
    first = module(inputs["ids"], _batch(learner, [0] * len(lengths), lengths), cache)
    then = module(inputs["next"], _batch(learner, lengths, [1] * len(lengths)), cache)
    return {"output for the prompts": first, "output for the next tokens": then}


def causal_lm(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """`forward` or `greedy` of the whole model, by the parameter `method`."""
    config, lengths = _config(learner, inputs), inputs.params["lengths"]
    module = learner.Qwen3ForCausalLM(config, group)
    _fill(module, inputs, group.rank)
    cache = _cache(learner, config, len(lengths), group)
    batch = _batch(learner, [0] * len(lengths), lengths)
    method = module if inputs.params["method"] == "forward" else module.greedy
    return {"out": method(inputs["ids"], batch, cache)}


def _params(learner: Any, **options: Any) -> Any:
    return learner.chapter("ch11_qwen3.sampling_params").SamplingParams(**options)


def sample(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """Many draws from one row of logits, and the same draws again from the same seed."""
    options = inputs.params["options"]
    params = _params(learner, **options)

    def draw(count: int) -> list[int]:
        generator = torch.Generator().manual_seed(inputs.params["seed"])
        return [learner.sample(inputs["logits"], params, generator) for _ in range(count)]

    return {"draws": draw(inputs.params["count"]), "again": draw(5)}


def sample_in_lockstep(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """Rank 0 has the logits. Every rank's generators stand somewhere else.

    A row's is seeded by its place in the batch, or all are seeded alike.
    """
    sequences = _sequences(learner, [[1]] * inputs.params["count"], 8, 3 + group.rank)
    for sequence in sequences if inputs.params["alike"] else []:
        sequence.generator.manual_seed(7 + group.rank)
    logits = inputs["logits"] if group.rank == 0 else None
    params = _params(learner, temperature=1.0)
    return {"ids": learner.sample_in_lockstep(logits, sequences, params, group)}


def _sequences(learner: Any, prompts: list[list[int]], max_length: int, seed: int) -> list[Any]:
    parts = learner.chapter("ch11_qwen3.sequence")
    return [
        parts.RunningSequence(i, i, list(ids), max_length, parts.make_generator(seed + i))
        for i, ids in enumerate(prompts)
    ]


def _runner(learner: Any, inputs: Any, group: Any) -> Any:
    """A runner on the checkpoint, without loading more than a test of the loop needs."""
    cache_bytes = inputs.params.get("cache_bytes", 1 << 24)
    return learner.ModelRunner(inputs.params["model"], group, "float32", cache_bytes)


def step(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """Two steps: the prompts, then one token each, with the sequences in reverse order."""
    runner = _runner(learner, inputs, group)
    sequences = _sequences(learner, inputs.params["prompts"], 64, 5)
    cache = runner.new_cache(sequences)
    params = _params(learner, **inputs.params["options"])
    first = runner.step(sequences, cache, params)
    cached = [s.num_cached for s in sequences]
    second = runner.step(sequences[::-1], cache, params)
    return {
        "first": first,
        "cached after the first": cached,
        "second": second[::-1] if isinstance(second, list) else second,
        "lengths": [len(s.tokens) for s in sequences],
    }


def generate(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """The tokens, and how large the largest cache was that a step has used."""
    runner, most = _runner(learner, inputs, group), 0
    params = _params(learner, **inputs.params["options"])
    step = runner.step

    def watched(sequences: list[Any], cache: Any, params: Any) -> Any:
        nonlocal most
        most = max(most, held_bytes(cache.data))
        return step(sequences, cache, params)

    runner.step = watched
    tokens = runner.generate(inputs.params["prompts"], params)
    return {"tokens": tokens, "cache bytes": most}


# the whole run


def full_run(learner: Any, inputs: Any, world: Any) -> dict[str, Any]:
    """Everything the learner wrote, on a checkpoint: generated tokens, logits, what a rank holds.

    The barriers tell the judge where one forward begins and ends.
    """
    runner = _real_runner(learner, inputs, world)
    prompts, count = inputs.params["prompts"], inputs.params["max_tokens"]
    params = _params(learner, max_tokens=count, ignore_eos=True)
    tokens = runner.generate(prompts, params)
    found = {"tokens": tokens, "parameters": _held(runner.model), "storage": _storage(runner.model)}
    sequences = _sequences(learner, prompts, max(map(len, prompts)) + count, 1)
    cache = runner.new_cache(sequences)
    logits = []
    for number in range(count):
        if number == 0:
            dist.barrier()
        logits.append(_forward(learner, runner, sequences, cache))
        if number == 0:
            dist.barrier()
        for sequence, row in zip(sequences, tokens, strict=True):
            sequence.append(row[number])
    data = cache.data
    found["cache"] = [list(data.shape), str(data.dtype), held_bytes(data)]
    if logits[0] is not None:
        found["logits"] = torch.stack(logits)
    return found


@torch.inference_mode()
def _forward(learner: Any, runner: Any, sequences: list[Any], cache: Any) -> Any:
    ids = torch.tensor([token for s in sequences for token in s.new_tokens])
    batch = learner.chapter("ch07_attention.batch").Batch(
        tuple(s.block for s in sequences),
        tuple(s.num_cached for s in sequences),
        tuple(len(s.new_tokens) for s in sequences),
    )
    return runner.model(ids, batch, cache)


def _real_runner(learner: Any, inputs: Any, world: Any) -> Any:
    communicator = learner.chapter("ch08_communicator.communicator")
    group = communicator.init_distributed(
        world.rank, world.size, "gloo", world.init_method, timeout=60.0
    )
    return learner.ModelRunner(inputs.params["model"], group, "float32", 1 << 28)


def _held(model: torch.nn.Module) -> dict[str, Any]:
    return {
        name: [list(param.shape), str(param.dtype).removeprefix("torch.")]
        for name, param in model.named_parameters()
    }


def _storage(model: torch.nn.Module) -> int:
    """Bytes that the parameters keep alive, each storage once."""
    tensors = [*model.parameters(), *model.buffers()]
    storages = {t.untyped_storage().data_ptr(): held_bytes(t) for t in tensors}
    return sum(storages.values())


def real_run(learner: Any, inputs: Any, world: Any) -> dict[str, Any]:
    """The tokens, on real gloo."""
    runner = _real_runner(learner, inputs, world)
    params = _params(learner, max_tokens=inputs.params["max_tokens"], ignore_eos=True)
    tokens = runner.generate(inputs.params["prompts"], params)
    if world.size > 1:
        dist.barrier()  # a rank that leaves first would close its peers' connections
    return {"tokens": tokens}


def llm(learner: Any, inputs: Any, world: Any) -> dict[str, Any]:
    """Rank 0 is the user: it starts the engine's own ranks, asks, and closes; the others wait."""
    if world.rank:
        return {"tokens": inputs.params["nothing"], "left": 0}
    params = _params(learner, max_tokens=inputs.params["max_tokens"], ignore_eos=True)
    model, prompts = inputs.params["model"], inputs.params["prompts"]
    with learner.LLM(model, world.size, "float32", ctx="fork", cache_bytes=1 << 28) as engine:
        tokens = [completion.token_ids for completion in engine.generate(prompts, params)]
    return {"tokens": tokens, "left": len(_children())}


def _children() -> list[str]:
    found: list[str] = []
    with contextlib.suppress(OSError):
        for thread in os.listdir("/proc/self/task"):
            with open(f"/proc/self/task/{thread}/children") as listed:
                found += listed.read().split()
    return found
