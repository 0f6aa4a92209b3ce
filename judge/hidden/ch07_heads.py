"""Chapter 7: a rank's heads, and whole forwards of the attention layer."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ..compare import Axis
from ..i18n import _, plural
from ..records import Case, Check, Finding, GroupRun, Inputs
from ..telling import Telling, saying
from ..wire import described
from . import qwen3_numpy
from .carried import carrying
from .ch07_cache import CACHE_AXES
from .ch07_layer import config_of, local_kv_heads, sizes_of
from .common import Expected, apart, integers, outputs

Rng = np.random.Generator
Make = Callable[[Rng, int], Inputs]

_ALL = (1, 2, 3, 4)


# heads


def parameters(config: Mapping[str, Any], whole: Mapping[str, np.ndarray], rank: int, tp: int
               ) -> dict[str, np.ndarray]:  # fmt: skip
    """The oracle: what a rank holds of a layer, biases too where there are any."""
    dim, kv = config["head_dim"], local_kv_heads(config, rank, tp)
    rows = slice(kv.start * dim, kv.stop * dim)
    held = {}
    for kind in ("weight", "bias"):
        if f"q.{kind}" not in whole:
            continue
        mine = [np.split(whole[f"q.{kind}"], tp)[rank]]
        mine += [whole[f"{name}.{kind}"][rows] for name in "kv"]
        held[f"qkv_proj.{kind}"] = np.concatenate(mine)
    held["o_proj.weight"] = np.split(whole["o.weight"], tp, axis=1)[rank]
    if "o.bias" in whole:
        held["o_proj.bias"] = whole["o.bias"]
    return {**held, "q_norm.weight": whole["q_norm"], "k_norm.weight": whole["k_norm"]}


def _whole(config: Mapping[str, Any], rng: Rng) -> dict[str, np.ndarray]:
    """The uncut weights and biases of a layer, whole numbers."""
    hidden, dim = config["hidden_size"], config["head_dim"]
    rows = {name: config["num_key_value_heads"] * dim for name in "kv"}
    rows["q"] = queries = config["num_attention_heads"] * dim
    whole = {f"{name}.weight": integers(rng, rows[name], hidden) for name in "qkv"}
    whole["o.weight"] = integers(rng, hidden, queries)
    if config.get("attention_bias"):
        whole |= {f"{name}.bias": integers(rng, rows[name]) for name in "qkv"}
        whole["o.bias"] = integers(rng, hidden, low=20, high=90)
    norms = {name: 1 + integers(rng, dim) / 10 for name in ("q_norm", "k_norm")}
    return {**whole, **norms}


def _inputs(config: Mapping[str, Any], whole: Mapping[str, np.ndarray], tp: int,
            arrays: Mapping[str, np.ndarray], **params: Any) -> Inputs:  # fmt: skip
    ranks = {
        f"rank {rank} {name}": values.astype(np.float32)
        for rank in range(tp)
        for name, values in parameters(config, whole, rank, tp).items()
    }
    given = {"config": dict(config), "layer": 1, **params}
    named = {**ranks, **arrays}
    return Inputs(given, named, {"whole": whole}, own_arrays=apart(named, tp))


def _project_example(rng: Rng, tp: int) -> Inputs:
    """Both rows of q head h hold h, of k head h 10 + h, of v head h 20 + h."""
    config = config_of(hidden_size=3, head_dim=2, num_attention_heads=4, num_key_value_heads=2)
    whole = _whole(config, rng)
    for name, first, heads in (("q", 0, 4), ("k", 10, 2), ("v", 20, 2)):
        numbers = np.repeat(np.arange(first, first + heads), 2)
        whole[f"{name}.weight"] = np.repeat(numbers[:, None], 3, axis=1)
    return _inputs(config, whole, tp, {"x": np.array([[1, 0, 0]], np.float32)})


# Query heads and KV heads for each number of ranks; those of 4 ranks are replicated.
_HEADS = {1: (8, 4), 2: (4, 2), 3: (6, 3), 4: (8, 2)}


def _config(tp: int) -> dict[str, Any]:
    """With a bias on 2 ranks."""
    heads, kv_heads = _HEADS[tp]
    return config_of(
        num_attention_heads=heads, num_key_value_heads=kv_heads, attention_bias=tp == 2
    )


def _heads(inputs: Inputs, x: np.ndarray) -> dict[str, np.ndarray]:
    """All heads of the uncut layer, in float64."""
    whole, dim = inputs.secret["whole"], inputs.params["config"]["head_dim"]
    bias = {name: whole.get(f"{name}.bias", 0.0) for name in "qkv"}
    flat = {n: x.astype(np.float64) @ whole[f"{n}.weight"].T + bias[n] for n in "qkv"}
    return {name: values.reshape(len(x), -1, dim) for name, values in flat.items()}


def _project_expected(inputs: Inputs, tp: int) -> list[Expected]:
    heads = _heads(inputs, inputs.arrays["x"])
    ranks: list[Expected] = []
    for rank in range(tp):
        kv = local_kv_heads(inputs.params["config"], rank, tp)
        mine = {"q": np.split(heads["q"], tp, axis=1)[rank]}
        mine |= {name: heads[name][:, kv.start : kv.stop] for name in "kv"}
        parts = {name: part.astype(np.float32) for name, part in mine.items()}
        ranks.append({"what project returns": described("a tuple (q, k, v)"), **parts})
    return ranks


# forwards


# (blocks, starts, lengths): a prompt, two prompts, next tokens of both, two more of one
_BATCHES = [([1], [0], [2]), ([2, 0], [0, 0], [2, 3]), ([2, 0], [2, 3], [1, 1]), ([0], [4], [2])]


def _forward(rng: Rng, tp: int) -> Inputs:
    """Forwards on one cache, in layer 1 of 2."""
    config = _config(tp)
    x = {
        f"x{number}": integers(rng, sum(lengths), config["hidden_size"])
        for number, (_blocks, _starts, lengths) in enumerate(_BATCHES)
    }
    sizes = {"num_blocks": 4, "block_size": 7, "batches": [list(b) for b in _BATCHES]}
    return _inputs(config, _whole(config, rng), tp, x, **sizes)


def _forward_expected(inputs: Inputs, tp: int) -> list[Expected]:
    """The oracle: each sequence by itself, from its whole history; what each cache must hold."""
    params, config = inputs.params, inputs.params["config"]
    sizes = params["num_blocks"], params["block_size"]
    full = np.zeros((2, 2, *sizes, config["num_key_value_heads"], config["head_dim"]))
    outputs_of: dict[str, Any] = {}
    for number, (blocks, starts, lengths) in enumerate(params["batches"]):
        parts = np.split(inputs.arrays[f"x{number}"], np.cumsum(lengths)[:-1])
        rows = [
            _one(inputs, x, full[:, params["layer"], block], start)
            for x, block, start in zip(parts, blocks, starts, strict=True)
        ]
        outputs_of[f"y of batch {number}"] = np.concatenate(rows).astype(np.float32)
    kv = [local_kv_heads(config, rank, tp) for rank in range(tp)]
    caches = [full[..., heads.start : heads.stop, :].astype(np.float32) for heads in kv]
    shape = {"shape of the cache": list(caches[0].shape)}
    return [{**shape, **outputs_of, "cache": cache} for cache in caches]


def _one(inputs: Inputs, x: np.ndarray, cache: np.ndarray, start: int) -> np.ndarray:
    """One sequence's new tokens x; cache (2, block_size, KV heads, dim) gets theirs."""
    config, whole = inputs.params["config"], inputs.secret["whole"]
    heads, end = _heads(inputs, x), start + len(x)
    positions = np.arange(start, end)
    turned = {
        name: qwen3_numpy.rotate(
            qwen3_numpy.rms_norm(heads[name], whole[f"{name}_norm"], config["rms_norm_eps"]),
            positions,
            config["rope_theta"],
        )
        for name in "qk"
    }
    cache[0, start:end], cache[1, start:end] = turned["k"], heads["v"]
    group = config["num_attention_heads"] // config["num_key_value_heads"]
    k, v = (np.repeat(part[:end], group, axis=1) for part in cache)
    scores = np.einsum("qhd,khd->hqk", turned["q"], k) / np.sqrt(config["head_dim"])
    scores[:, np.arange(end) > positions[:, None]] = -np.inf
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights /= weights.sum(axis=-1, keepdims=True)
    mixed = np.einsum("hqk,khd->qhd", weights, v).reshape(len(x), -1)
    y: np.ndarray = mixed @ whole["o.weight"].T + whole.get("o.bias", 0.0)
    return y


def _one_each(inputs: Inputs, tp: int) -> Mapping[str, int]:
    return {"all_reduce": len(inputs.params["batches"])} if tp > 1 else {}


def _batch_sizes(inputs: Inputs, tp: int) -> list[int]:
    return [inputs.arrays[f"x{number}"].size for number in range(len(inputs.params["batches"]))]


def _axes(name: str) -> Sequence[Axis]:
    return CACHE_AXES if name == "cache" else ("token",)


def _saying_batch(check: Check) -> Check:
    """The same findings, with the batch that they are about; an error, with all of them."""

    def checked(inputs: Inputs, run: GroupRun) -> Finding | None:
        found = check(inputs, run)
        about = re.match(r"y of batch (\d+) ", found.message) if found else None
        if found is None or not about:
            return found
        number = int(about[1])
        batch = _in_words(number, inputs.params["batches"][number])
        return replace(found, message=f"{found.message}\n{batch}")

    def tell(inputs: Inputs, run: GroupRun, rank: int) -> str:
        return "\n".join(_in_words(*each) for each in enumerate(inputs.params["batches"]))

    return Telling(checked, tell)


def _in_words(number: int, batch: Sequence[Sequence[int]]) -> str:
    """`batch 2: 1 token from 2 of block 2, 1 token from 3 of block 0`."""
    parts = ", ".join(_part(*each) for each in zip(*batch, strict=True))
    return _("batch {number}: {parts}").format(number=number, parts=parts)


def _part(block: int, start: int, n: int) -> str:
    words = plural(
        "{n} token from {start} of block {block}", "{n} tokens from {start} of block {block}", n
    )
    return words.format(n=n, start=start, block=block)


_EXAMPLE = outputs(_project_expected, show=("x",), counts=lambda *_: {})
_VALUES = outputs(_forward_expected, tolerance=2e-5, counts=_one_each, axes=_axes)
_FORWARD = saying(_saying_batch(carrying(_VALUES, _batch_sizes)), sizes_of)


def _case(name: str, title: str, drive: str, make: Make, check: Check, tp: tuple[int, ...],
          visible: bool = False) -> Case:  # fmt: skip
    return Case(name, "ch07.6", title, drive, make, check, tp, visible)


HEAD_CASES = (
    _case("project-example", "project, head h of q full of h", "project", _project_example,
          _EXAMPLE, (2,), True),
    _case("forward", "forward of prompts, then of next tokens", "forward",
          _forward, _FORWARD, _ALL),
)  # fmt: skip
