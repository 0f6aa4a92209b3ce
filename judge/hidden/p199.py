"""Problem 199: inputs, oracle and cases."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ..provenance import Source, labelled
from ..records import Case, Finding, GroupRun, Inputs, Verdict
from .common import Expected, outputs, owns_memory

Rng = np.random.Generator
Make = Callable[[Rng, int], Inputs]

_LAYER = "model.layers.{}."


def shard(inputs: Inputs, rank: int, size: int) -> np.ndarray:
    """The oracle: rank's part of `value`."""
    value, key = inputs.arrays["value"], str(inputs.params["key"])
    if size == 1:
        return value
    *_, name, kind = key.split(".")
    if name in ("o_proj", "down_proj") and kind == "weight":
        return np.split(value, size, axis=1)[rank]
    if name in ("q_proj", "gate_proj", "up_proj"):
        return np.split(value, size)[rank]
    if name in ("k_proj", "v_proj"):
        heads = np.split(value, inputs.params["kv_heads"])
        if len(heads) >= size:
            return np.concatenate(np.array_split(np.array(heads), size)[rank])
        return heads[rank // (size // len(heads))]
    if name in ("embed_tokens", "lm_head"):
        rows = -(-len(value) // size)
        return value[rows * rank : rows * (rank + 1)]
    return value


def _expected(inputs: Inputs, size: int) -> list[Expected]:
    return [{"shard": shard(inputs, rank, size)} for rank in range(size)]


def _expected_by_hand(inputs: Inputs, _: int) -> list[Expected]:
    size = inputs.params["size"]
    return [{f"shard of rank {rank}": shard(inputs, rank, size) for rank in range(size)}]


def _sources(inputs: Inputs) -> list[Source]:
    name = inputs.params["key"].split(".")[-2]
    value = inputs.arrays["value"]
    heads = inputs.params["kv_heads"] if name in ("k_proj", "v_proj") else 0
    unit = f"{name[0]} head" if heads else ""
    return [Source(name, value, unit, len(value) // heads if heads else 0)]


def _is_whole(inputs: Inputs, size: int) -> bool:
    return size == 1 or shard(inputs, 0, size).shape == inputs.arrays["value"].shape


_CHECK = owns_memory(outputs(_expected, sources=_sources), _is_whole)
_CHECK_BY_HAND = owns_memory(outputs(_expected_by_hand, sources=_sources), lambda *_: False)


def _inputs(rng: Rng, key: str, shape: tuple[int, ...], kv_heads: int, **params: int) -> Inputs:
    layer = _LAYER.format(rng.integers(0, 40))
    full = key if key.startswith(("model.", "lm_head.")) else layer + key
    value = labelled(int(rng.integers(1, 5000)), *shape)
    return Inputs({"key": full, "kv_heads": kv_heads, **params}, {"value": value})


def _tensor(key: str, shape: Callable[[Rng, int], tuple[int, ...]], kv_heads: int = 4) -> Make:
    return lambda rng, tp: _inputs(rng, key, shape(rng, tp), kv_heads)


def _rows(unit: int) -> Callable[[Rng, int], tuple[int, ...]]:
    """Rows that every tp divides, more columns than rows never equal to them."""
    return lambda rng, tp: (12 * unit, int(rng.integers(5, 9)))


def _case(name: str, title: str, make: Make, tp: tuple[int, ...] = (1, 2, 3, 4)) -> Case:
    return Case(name, "p199.2", title, "shard", make, _CHECK, tp)


def _by_hand(name: str, title: str, key: str, heads: int, head_dim: int, size: int) -> Case:
    def make(rng: Rng, _: int) -> Inputs:
        return _inputs(rng, key, (heads * head_dim, 3), heads, size=size)

    return Case(name, "p199.2", title, "shards", make, _CHECK_BY_HAND, (1,))


def _refusal(name: str, title: str, key: str, shape: tuple[int, ...], heads: int, size: int) -> Case:
    def make(rng: Rng, _: int) -> Inputs:
        return _inputs(rng, key, shape, heads, size=size)

    return Case(name, "p199.2", title, "refusal", make, _refuses, (1,))


def _refuses(inputs: Inputs, run: GroupRun) -> Finding | None:
    said = run.ranks[0].values.get("outcome")
    if isinstance(said, dict) and said.get("raises") == "ValueError":
        return None
    key, shape = inputs.params["key"].split(".", 3)[-1], list(inputs.arrays["value"].shape)
    got = said.get("raises") or f"a shard of shape {said.get('value')}"  # type: ignore[union-attr]
    return Finding(
        Verdict.WRONG_ANSWER,
        f"{key} {shape} with {inputs.params['kv_heads']} KV heads cannot be laid out on "
        f"{inputs.params['size']} ranks.",
        expected="ValueError",
        actual=str(got),
    )


# div_even

_LEGAL = [(16, 4, False, 4), (8, 16, True, 1), (12, 3, True, 4), (6, 6, True, 1), (7, 1, False, 7)]
_ILLEGAL = [(10, 4, False), (8, 12, True), (10, 4, True), (4, 8, False), (3, 0, False)]


def _div_even_make(rng: Rng, _: int) -> Inputs:
    k, n = int(rng.integers(2, 9)), int(rng.integers(2, 9))
    legal = [*_LEGAL, (k * n, n, False, k), (k, k * n, True, 1)]
    illegal = [*_ILLEGAL, (k * n + 1, n, False), (2 * k + 1, 2 * (2 * k + 1) + 1, True)]
    calls = [call[:3] for call in legal] + illegal
    return Inputs({"calls": [list(call) for call in calls], "answers": [c[3] for c in legal]})


def _div_even_check(inputs: Inputs, run: GroupRun) -> Finding | None:
    answers = inputs.params["answers"]
    for i, (call, said) in enumerate(
        zip(inputs.params["calls"], run.ranks[0].values["outcomes"], strict=True)
    ):
        wanted = answers[i] if i < len(answers) else None
        if (finding := _div_even_finding(call, wanted, said)) is not None:
            return finding
    return None


def _div_even_finding(call: list[int], wanted: int | None, said: dict[str, object]) -> Finding | None:
    text = f"div_even({', '.join(map(str, call))})"
    got = str(said.get("raises") or said.get("value"))
    if wanted is not None:
        if said.get("value") == wanted and type(said["value"]) is int:
            return None
        return Finding(Verdict.WRONG_ANSWER, f"{text} is wrong.", str(wanted), got)
    if said.get("raises") != "ValueError":
        return Finding(Verdict.WRONG_ANSWER, f"{text} must be refused.", "ValueError", got)
    message = str(said["message"])
    if all(str(n) in message for n in call[:2]):
        return None
    what = f"The ValueError of {text} must print both numbers."
    return Finding(Verdict.WRONG_ANSWER, what, f"{call[0]} and {call[1]} in it", repr(message))


CASES = (
    Case("div-even", "p199.1", "div_even", "div_even", _div_even_make, _div_even_check, (1,)),
    _case("q-rows", "q_proj.weight", _tensor("self_attn.q_proj.weight", _rows(2))),
    _case("gate-rows", "gate_proj.weight", _tensor("mlp.gate_proj.weight", _rows(1))),
    _case("up-rows", "up_proj.weight", _tensor("mlp.up_proj.weight", _rows(1))),
    _case("k-heads", "k_proj.weight, 4 KV heads",
          _tensor("self_attn.k_proj.weight", lambda rng, tp: (8, 3)), (1, 2, 4)),
    _case("v-replicas", "v_proj.weight, 2 KV heads on 4 ranks",
          _tensor("self_attn.v_proj.weight", lambda rng, tp: (4, 3), 2), (1, 2, 4)),
    _case("o-columns", "o_proj.weight",
          _tensor("self_attn.o_proj.weight", lambda rng, tp: (5, 12))),
    _case("down-columns", "down_proj.weight",
          _tensor("mlp.down_proj.weight", lambda rng, tp: (7, 12))),
    _case("embed-uneven", "embed_tokens.weight, 10 rows",
          _tensor("model.embed_tokens.weight", lambda rng, tp: (10, 3))),
    _case("head-empty", "lm_head.weight, 5 rows: the last of 4 ranks has none",
          _tensor("lm_head.weight", lambda rng, tp: (5, 3)), (2, 4)),
    _case("norm-whole", "input_layernorm.weight",
          _tensor("input_layernorm.weight", lambda rng, tp: (12,))),
    _case("k-norm-whole", "k_norm.weight", _tensor("self_attn.k_norm.weight", lambda rng, tp: (12,))),
    _case("router-whole", "mlp.gate.weight, a router",
          _tensor("mlp.gate.weight", lambda rng, tp: (12, 4))),
    _case("q-bias", "q_proj.bias", _tensor("self_attn.q_proj.bias", lambda rng, tp: (24,))),
    _case("v-bias", "v_proj.bias, 2 KV heads",
          _tensor("self_attn.v_proj.bias", lambda rng, tp: (6,), 2), (2, 4)),
    _case("o-bias", "o_proj.bias", _tensor("self_attn.o_proj.bias", lambda rng, tp: (12,))),
    _case("down-bias", "down_proj.bias", _tensor("mlp.down_proj.bias", lambda rng, tp: (12,))),
    _by_hand("k-8-ranks", "k_proj.weight, 4 KV heads on 8 ranks",
             "self_attn.k_proj.weight", 4, 2, 8),
    _by_hand("k-6-ranks", "k_proj.weight, 3 KV heads on 6 ranks",
             "self_attn.k_proj.weight", 3, 2, 6),
    _refusal("refuse-q", "q_proj.weight, 10 rows on 4 ranks", "self_attn.q_proj.weight", (10, 4), 2, 4),
    _refusal("refuse-kv", "k_proj.weight, 8 KV heads on 12 ranks",
             "self_attn.k_proj.weight", (24, 3), 8, 12),
    _refusal("refuse-down", "down_proj.weight, 10 columns on 4 ranks",
             "mlp.down_proj.weight", (4, 10), 2, 4),
)  # fmt: skip
