"""Chapter 7: the KV cache of a rank, and the number of blocks that every rank has room for."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ..compare import Axis
from ..i18n import _
from ..records import Case, Check, Finding, GroupRun, Inputs, Verdict
from ..telling import Telling
from ..wire import described
from .ch07_layer import QWEN3_06B, config_of, local_kv_heads, refuses
from .common import Expected, outputs

Rng = np.random.Generator
Make = Callable[[Rng, int], Inputs]


_MOST_UPDATES = 3  # that are listed
_KV_HEADS = {1: 4, 2: 4, 3: 6, 4: 2, 6: 1}  # for each number of ranks


# 7.2: the cache


def _cache_shape(config: dict[str, Any], params: dict[str, Any], tp: int) -> tuple[int, ...]:
    layers, dim = config["num_hidden_layers"], config["head_dim"]
    heads = len(local_kv_heads(config, 0, tp))
    return 2, layers, params["num_blocks"], params["block_size"], heads, dim


def _shapes_expected(inputs: Inputs, tp: int) -> list[Expected]:
    params = dict(inputs.params)
    shape = _cache_shape(params["config"], params, tp)
    held: dict[str, Any] = {
        "device of data": described(params.get("cache_device", "cpu")),
        "shape of data": list(shape),
        "dtype of data": described(f"torch.{params.get('cache_dtype', 'float32')}"),
    }
    if "cache_device" not in params:
        held["data"] = np.zeros(shape, np.float32)
    return [held] * tp


def _qwen3_cache(num_blocks: int, block_size: int) -> Make:
    sizes = {"num_blocks": num_blocks, "block_size": block_size, "cache_device": "meta"}
    return lambda rng, tp: Inputs({"config": QWEN3_06B, "tp": tp, **sizes})


def _cache(kv_heads: Mapping[int, int], **more: Any) -> Make:
    """A small cache, every size another one. `kv_heads` for each number of ranks."""

    def make(rng: Rng, tp: int) -> Inputs:
        kv = kv_heads[tp]
        config = config_of(num_attention_heads=math.lcm(kv, tp) * 2, num_key_value_heads=kv)
        sizes = {"num_blocks": int(rng.integers(6, 9)), "block_size": int(rng.integers(9, 12))}
        return Inputs({"config": config, "tp": tp, **sizes, **more})

    return make


def _updates(updates: Sequence[tuple[int, int, int, int]]) -> Make:
    """`updates` of (layer, block, start, tokens), keys and values all different. 2 KV heads."""

    def make(rng: Rng, tp: int) -> Inputs:
        given = _cache({tp: 2})(rng, tp)
        heads, dim = len(local_kv_heads(given.params["config"], 0, tp)), 6
        arrays, next_number = {}, int(rng.integers(1, 20))
        for number, (*_where, tokens) in enumerate(updates):
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
        held[f"what update {number} returns"] = described("a tuple (keys, values)")
        held[f"key tensor of update {number}"] = data[0, layer, block, :end].copy()
        held[f"value tensor of update {number}"] = data[1, layer, block, :end].copy()
    return [{**held, "cache": data}]


def _saying_updates(check: Check) -> Check:
    """The same findings, with the updates that they are about; an error, with all of them."""

    def checked(inputs: Inputs, run: GroupRun) -> Finding | None:
        found = check(inputs, run)
        if found is None:
            return None
        lines = [_in_words(inputs, number) for number in _updates_about(found.message, inputs)]
        return replace(found, message="\n".join([found.message, *lines]))

    def tell(inputs: Inputs, run: GroupRun, rank: int) -> str:
        updates = enumerate(inputs.params["updates"])
        all_ = ", ".join(str((*at, len(inputs.arrays[f"k{number}"]))) for number, at in updates)
        return _("updates, as (layer, block, start, tokens): {updates}").format(updates=all_)

    return Telling(checked, tell)


def _updates_about(message: str, inputs: Inputs) -> list[int]:
    """The last updates up to the first that is wrong, or to the place where the cache is."""
    updates = inputs.params["updates"]
    if update := re.match(r"(?:\w+ tensor of|what) update (\d+) ", message):
        return list(range(int(update[1]) + 1))[-_MOST_UPDATES:]
    place = re.search(r"layer (\d+), block (\d+)", message)
    there = [
        n for n, (*at, _) in enumerate(updates) if place and at == [int(place[1]), int(place[2])]
    ]
    return (there or list(range(len(updates))))[-_MOST_UPDATES:]


def _in_words(inputs: Inputs, number: int) -> str:
    layer, block, start = inputs.params["updates"][number]
    tokens = len(inputs.arrays[f"k{number}"])
    return f"update {number}: layer {layer}, block {block}, start {start}, tokens {tokens}"


def _refuses_cache(inputs: Inputs, run: GroupRun) -> Finding | None:
    kv, tp = inputs.params["config"]["num_key_value_heads"], inputs.params["tp"]
    sentence = _("A cache of {kv} KV heads on {tp} ranks must be refused.").format(kv=kv, tp=tp)
    return refuses(sentence, _("the cache"), (str(kv), str(tp)))(inputs, run)


def _full(inputs: Inputs, run: GroupRun) -> Finding | None:
    """A block of 6 tokens cannot take a seventh, and takes none of an update that is refused."""
    [(*_where, start)], tokens = inputs.params["updates"], len(inputs.arrays["k0"])
    size = inputs.params["block_size"]
    told = {"tokens": tokens, "start": start, "size": size}
    sentence = _(
        "An update of {tokens} tokens at start {start} in a block of {size} must be refused."
    )
    call = _("the update of {tokens} tokens at start {start} in a block of {size}")
    numbers = (str(size), str(start + tokens))
    wrong = refuses(sentence.format(**told), call.format(**told), numbers)(inputs, run)
    return wrong or _nothing_stored(call.format(**told), run.ranks[0].values["stored"])


def _nothing_stored(call: str, stored: int) -> Finding | None:
    if not stored:
        return None
    sentence = _("{call} is refused only after it has stored something.")
    return Finding(
        Verdict.WRONG_ANSWER,
        sentence.format(call=call[0].upper() + call[1:]),
        _("a cache of zeros"),
        _("{stored} numbers in the cache").format(stored=stored),
        still_right=_("The error"),
    )


# 7.3: the number of blocks


def _block_bytes(params: dict[str, Any], tp: int) -> int:
    shape = _cache_shape(params["config"], {**params, "num_blocks": 1}, tp)
    return int(np.prod(shape)) * (2 if params["cache_dtype"] == "bfloat16" else 4)


def _memory(least: int = 0) -> Make:
    """Another amount on each rank, never a whole number of blocks; the least is not on rank 0.

    On 4 ranks KV heads are replicated; on 2 the cache is in bfloat16, unless there is much.
    """

    def make(rng: Rng, tp: int) -> Inputs:
        config = config_of(
            num_attention_heads=12, num_key_value_heads=_KV_HEADS[tp], num_hidden_layers=3
        )
        dtype = "bfloat16" if tp == 2 and not least else "float32"
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
        fits = _("A block of this rank is {one} bytes. Room for, by rank: {spare} blocks").format(
            one=one, spare=spare
        )
        return replace(finding, message=f"{finding.message}\n{fits}")
    for rank in run.ranks:
        counted = Counter(call.op for call in rank.collectives)
        if counted.total() > (run.tp > 1):
            return Finding(
                Verdict.CONTRACT_VIOLATION,
                _("Rank {rank} makes more collective calls than are needed here.").format(
                    rank=rank.rank
                ),
                "1 all_gather" if run.tp > 1 else _("no collective"),
                ", ".join(f"{n} {op}" for op, n in sorted(counted.items())),
                rank.rank,
                _("The number of blocks"),
            )
    return None


# cases


def alone(name: str, task: str, title: str, drive: str, make: Make, check: Check,
          tp: tuple[int, ...] = (1,), visible: bool = False) -> Case:  # fmt: skip
    """A case in which one process plays every rank."""
    return Case(name, f"ch07.{task}", title, drive, make, check, tp, visible, alone=True)


_SHAPES = outputs(_shapes_expected)
CACHE_AXES = (("keys", "values"), "layer", "block", "position", "head")


def _axes(name: str) -> Sequence[Axis]:
    return CACHE_AXES if name == "cache" else ("token", "head")


_UPDATED = _saying_updates(outputs(_updates_expected, axes=_axes))
# A prompt, and its next tokens; another layer, another sequence; a new sequence in a used block.
_UPDATES = [(1, 2, 0, 3), (1, 2, 3, 1), (1, 2, 4, 2), (0, 2, 0, 3), (0, 3, 0, 5), (0, 2, 3, 1)]
_UPDATES += [(0, 1, 0, 6), (0, 1, 0, 2), (0, 1, 2, 1)]

CACHE_CASES = (
    alone("cache-example", "2", "Qwen3-0.6B, 100 blocks of 256, device='meta'", "cache_shapes",
          _qwen3_cache(100, 256), _SHAPES, (1, 2, 16), True),
    alone("cache-pages-example", "2", "Qwen3-0.6B, 257 blocks of 1, device='meta'", "cache_shapes",
          _qwen3_cache(257, 1), _SHAPES, (2,), True),
    alone("cache", "2", "in bfloat16", "cache_shapes",
          _cache(_KV_HEADS, cache_dtype="bfloat16", dtype="bfloat16"), _SHAPES, (1, 2, 3, 4, 6)),
    alone("cache-refuses", "2", "KV heads that cannot be laid out", "cache_refused",
          _cache({4: 6, 12: 8}), _refuses_cache, (4, 12)),
    alone("update", "2", "prompts and next tokens of several sequences", "cache_updates",
          _updates(_UPDATES), _UPDATED, (1, 2, 4)),
    alone("update-full", "2", "7 tokens in a block of 6", "cache_full", _updates([(1, 2, 4, 3)]),
          _full, (2,)),
    Case("blocks-example", "ch07.3", "room for 100 and for 63 blocks", "blocks", _memory_example,
         _blocks, (2,), visible=True),
    Case("blocks", "ch07.3", "other memory on each rank", "blocks", _memory(), _blocks,
         (1, 2, 3, 4)),
    Case("blocks-many", "ch07.3", "more blocks than float32 can count", "blocks",
         _memory(least=(1 << 24) + 1), _blocks, (2,)),
)  # fmt: skip
