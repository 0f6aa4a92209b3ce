"""Chapter 7: the KV cache of a rank, and the number of blocks that every rank has room for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ..records import Case, Check, Finding, GroupRun, Inputs, Verdict
from .ch07_layer import QWEN3_06B, config_of, local_kv_heads, refuses
from .common import Expected, outputs

Rng = np.random.Generator
Make = Callable[[Rng, int], Inputs]


# 7.2: the cache


def _cache_shape(config: dict[str, Any], params: dict[str, Any], tp: int) -> tuple[int, ...]:
    layers, dim = config["num_hidden_layers"], config["head_dim"]
    heads = len(local_kv_heads(config, 0, tp))
    return 2, layers, params["num_blocks"], params["block_size"], heads, dim


def _shapes_expected(inputs: Inputs, tp: int) -> list[Expected]:
    params = dict(inputs.params)
    shape = _cache_shape(params["config"], params, tp)
    held: dict[str, Any] = {
        "shape of data": list(shape),
        "dtype of data": f"torch.{params.get('cache_dtype', 'float32')}",
        "device of data": params.get("cache_device", "cpu"),
    }
    if held["device of data"] == "cpu":
        held["data"] = np.zeros(shape, np.float32)
    return [held] * tp


def _qwen3_cache(num_blocks: int, block_size: int) -> Make:
    sizes = {"num_blocks": num_blocks, "block_size": block_size, "cache_device": "meta"}
    return lambda rng, tp: Inputs({"config": QWEN3_06B, "tp": tp, **sizes})


def _cache(heads: int, kv_heads: int, **more: Any) -> Make:
    """A small cache, every size another one."""

    def make(rng: Rng, tp: int) -> Inputs:
        config = config_of(num_attention_heads=heads, num_key_value_heads=kv_heads)
        sizes = {"num_blocks": int(rng.integers(6, 9)), "block_size": int(rng.integers(9, 12))}
        return Inputs({"config": config, "tp": tp, **sizes, **more})

    return make


def _updates(kv_heads: int, updates: Sequence[tuple[int, int, int, int]], **more: Any) -> Make:
    """`updates` of (layer, block, start, tokens), keys and values all different."""

    def make(rng: Rng, tp: int) -> Inputs:
        given = _cache(kv_heads * 2, kv_heads, **more)(rng, tp)
        heads, dim = len(local_kv_heads(given.params["config"], 0, tp)), 6
        arrays, next_number = {}, int(rng.integers(1, 20))
        for number, (_, _, _, tokens) in enumerate(updates):
            for name in "kv":
                count = tokens * heads * dim
                values = np.arange(next_number, next_number + count, dtype=np.float32)
                arrays[f"{name}{number}"] = values.reshape(tokens, heads, dim)
                next_number += count
        calls = [list(update[:3]) for update in updates]
        sizes = {"num_blocks": 4, "block_size": 6}
        return Inputs({**given.params, **sizes, "updates": calls}, arrays)

    return make


def _updates_expected(inputs: Inputs, tp: int) -> list[Expected]:
    """The oracle: a cache in numpy."""
    data = np.zeros(_cache_shape(inputs.params["config"], dict(inputs.params), tp), np.float32)
    held: dict[str, Any] = {}
    for number, (layer, block, start) in enumerate(inputs.params["updates"]):
        k, v = inputs.arrays[f"k{number}"], inputs.arrays[f"v{number}"]
        end = start + len(k)
        data[0, layer, block, start:end], data[1, layer, block, start:end] = k, v
        held[f"keys of update {number}"] = data[0, layer, block, :end].copy()
        held[f"values of update {number}"] = data[1, layer, block, :end].copy()
    return [{**held, "cache": data}]


def _saying_updates(check: Check) -> Check:
    """The same findings, with the updates that were made."""

    def checked(inputs: Inputs, run: GroupRun) -> Finding | None:
        finding = check(inputs, run)
        if finding is None:
            return None
        lines = [
            f"update {number}: layer {layer}, block {block}, start {start}, "
            f"tokens {len(inputs.arrays[f'k{number}'])}"
            for number, (layer, block, start) in enumerate(inputs.params["updates"])
        ]
        return replace(finding, message="\n".join([finding.message, *lines]))

    return checked


def _full(inputs: Inputs, run: GroupRun) -> Finding | None:
    """A block of 6 tokens cannot take a seventh."""
    [(_, _, start)], tokens = inputs.params["updates"], len(inputs.arrays["k0"])
    numbers = (str(inputs.params["block_size"]), str(start + tokens))
    call = f"update of {tokens} tokens at start {start} in a block of {numbers[0]}"
    return refuses(f"An {call} must be refused.", f"the {call}", numbers)(inputs, run)


# 7.3: the number of blocks


def _block_bytes(params: dict[str, Any], tp: int) -> int:
    shape = _cache_shape(params["config"], {**params, "num_blocks": 1}, tp)
    return int(np.prod(shape)) * (2 if params["cache_dtype"] == "bfloat16" else 4)


def _memory(heads: int, kv_heads: int, dtype: str = "float32", least: int = 0) -> Make:
    """Another amount on each rank, never a whole number of blocks; the least is not on rank 0."""

    def make(rng: Rng, tp: int) -> Inputs:
        config = config_of(
            num_attention_heads=heads, num_key_value_heads=kv_heads, num_hidden_layers=3
        )
        params = {"config": config, "block_size": int(rng.integers(3, 9)), "cache_dtype": dtype}
        one = _block_bytes(params, tp)
        few = least or int(rng.integers(20, 90))
        counts = [few + 3 + int(n) for n in rng.permutation(tp) * 7]
        counts[-1] = few
        memory = [count * one + int(rng.integers(1, one)) for count in counts]
        return _with_memory(params, memory, few)

    return make


def _memory_example(rng: Rng, tp: int) -> Inputs:
    params = {"config": config_of(num_hidden_layers=3), "block_size": 4, "cache_dtype": "float32"}
    memory = [count * _block_bytes(params, tp) for count in (100, 63)]
    return _with_memory(params, memory, 63)


def _with_memory(params: dict[str, Any], memory: list[int], blocks: int) -> Inputs:
    """Each rank is told its own amount of memory."""
    own = [{**params, "memory": bytes_} for bytes_ in memory]
    return Inputs({**params, "memory": memory}, secret={"blocks": blocks}, own_params=own)


def _blocks_expected(inputs: Inputs, tp: int) -> list[Expected]:
    return [{"blocks": inputs.secret["blocks"]}] * tp


def _blocks(inputs: Inputs, run: GroupRun) -> Finding | None:
    """The smallest number on every rank, for one collective."""
    finding = outputs(_blocks_expected)(inputs, run)
    if finding is not None:
        params = dict(inputs.params)
        one = _block_bytes(params, run.tp)
        spare = [round(memory / one, 2) for memory in params["memory"]]
        fits = f"A block of this rank is {one} bytes. Room for, by rank: {spare} blocks"
        return replace(finding, message=f"{finding.message}\n{fits}")
    for rank in run.ranks:
        counted = Counter(call.op for call in rank.collectives)
        if counted.total() > (run.tp > 1):
            return Finding(
                Verdict.CONTRACT_VIOLATION,
                f"Rank {rank.rank} makes more collective calls than are needed here.",
                "1 all_gather" if run.tp > 1 else "no collective",
                ", ".join(f"{n} {op}" for op, n in sorted(counted.items())),
                rank.rank,
                "The number of blocks",
            )
    return None


# cases


def alone(name: str, task: str, title: str, drive: str, make: Make, check: Check,
          tp: tuple[int, ...] = (1,), visible: bool = False) -> Case:  # fmt: skip
    """A case in which one process plays every rank."""
    return Case(name, f"ch07.{task}", title, drive, make, check, tp, visible, alone=True)


_SHAPES = outputs(_shapes_expected)
_UPDATED = _saying_updates(outputs(_updates_expected))
_PREFILL, _DECODE = [(1, 2, 0, 3)], [(1, 2, 0, 3), (1, 2, 3, 1), (1, 2, 4, 2)]
_SEVERAL = [(0, 1, 0, 3), (1, 1, 0, 3), (0, 3, 0, 5), (0, 1, 3, 1), (1, 1, 3, 1)]
_REUSED = [(0, 2, 0, 6), (0, 2, 0, 2), (0, 2, 2, 1)]

CACHE_CASES = (
    alone("cache-example", "2", "Qwen3-0.6B, 100 blocks of 256", "cache_shapes",
          _qwen3_cache(100, 256), _SHAPES, (1, 2, 16), True),
    alone("cache-pages-example", "2", "Qwen3-0.6B, 257 blocks of 1", "cache_shapes",
          _qwen3_cache(257, 1), _SHAPES, (2,), True),
    alone("cache", "2", "4 KV heads", "cache_shapes", _cache(8, 4), _SHAPES, (1, 2, 4)),
    alone("cache-3", "2", "6 KV heads", "cache_shapes", _cache(12, 6), _SHAPES, (3,)),
    alone("cache-replicas", "2", "2 KV heads", "cache_shapes", _cache(12, 2), _SHAPES, (4,)),
    alone("cache-one-head", "2", "1 KV head", "cache_shapes", _cache(6, 1), _SHAPES, (2, 3)),
    alone("cache-bfloat16", "2", "in bfloat16", "cache_shapes",
          _cache(8, 4, cache_dtype="bfloat16", dtype="bfloat16"), _SHAPES, (2,)),
    alone("cache-refuses", "2", "6 KV heads on 4 ranks", "cache_refused", _cache(12, 6),
          refuses("A cache of 6 KV heads on 4 ranks must be refused.", "the cache", ("6", "4")),
          (4,)),
    alone("cache-refuses-fewer", "2", "8 KV heads on 12 ranks", "cache_refused", _cache(24, 8),
          refuses("A cache of 8 KV heads on 12 ranks must be refused.", "the cache", ("8", "12")),
          (12,)),
    alone("update", "2", "a prompt of 3 tokens", "cache_updates", _updates(4, _PREFILL), _UPDATED,
          (1, 2)),
    alone("update-again", "2", "a prompt, then its next tokens", "cache_updates",
          _updates(2, _DECODE), _UPDATED, (1, 2, 4)),
    alone("update-several", "2", "two layers and two sequences", "cache_updates",
          _updates(2, _SEVERAL), _UPDATED, (2,)),
    alone("update-reused", "2", "a new sequence in a used block", "cache_updates",
          _updates(2, _REUSED), _UPDATED, (1, 4)),
    alone("update-full", "2", "7 tokens in a block of 6", "cache_full",
          _updates(2, [(1, 2, 4, 3)]), _full, (2,)),
    Case("blocks-example", "ch07.3", "room for 100 and for 63 blocks", "blocks", _memory_example,
         _blocks, (2,), visible=True),
    Case("blocks", "ch07.3", "other memory on each rank", "blocks", _memory(8, 4), _blocks,
         (1, 2, 4)),
    Case("blocks-3", "ch07.3", "6 KV heads on 3 ranks", "blocks", _memory(6, 6), _blocks, (3,)),
    Case("blocks-replicas", "ch07.3", "2 KV heads", "blocks", _memory(8, 2), _blocks, (4,)),
    Case("blocks-bfloat16", "ch07.3", "in bfloat16", "blocks", _memory(8, 4, "bfloat16"), _blocks,
         (1, 2)),
    Case("blocks-many", "ch07.3", "more blocks than float32 can count", "blocks",
         _memory(8, 4, least=(1 << 24) + 1), _blocks, (2,)),
)  # fmt: skip
