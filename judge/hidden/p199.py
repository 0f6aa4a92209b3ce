"""Problem 199: inputs, oracle and cases. One process asks for every rank's shard."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ..provenance import Source, labelled
from ..records import Case, Finding, GroupRun, Inputs
from .common import REFUSED, Expected, calls, outputs, refusal_finding

Rng = np.random.Generator
Make = Callable[[Rng, int], Inputs]
Shape = Callable[[Rng, int], tuple[int, ...]]

_SIZES = (1, 2, 3, 4)


def shard(inputs: Inputs, name: str, rank: int, size: int) -> np.ndarray:
    """The oracle: rank's part of an array."""
    value, key = inputs.arrays[name], str(inputs.params["key"])
    if size == 1:
        return value
    *_, module, kind = key.split(".")
    if module in ("o_proj", "down_proj") and kind == "weight":
        return np.split(value, size, axis=1)[rank]
    if module in ("q_proj", "gate_proj", "up_proj"):
        return np.split(value, size)[rank]
    if module in ("k_proj", "v_proj"):
        return _kv_rows(value, int(inputs.params["kv_heads"]), rank, size)
    if module in ("embed_tokens", "lm_head"):
        rows = -(-len(value) // size)
        return value[rows * rank : rows * (rank + 1)]
    return value


def _kv_rows(value: np.ndarray, num_kv_heads: int, rank: int, size: int) -> np.ndarray:
    heads = np.split(value, num_kv_heads)
    if num_kv_heads < size:
        return heads[rank // (size // num_kv_heads)]
    return np.concatenate([heads[h] for h in np.split(np.arange(num_kv_heads), size)[rank]])


def _expected(inputs: Inputs, size: int) -> list[Expected]:
    names = {"shard": "W", "shard of another W": "W again"}
    there = {name: whole for name, whole in names.items() if whole in inputs.arrays}
    return [
        {name: shard(inputs, whole, rank, size) for name, whole in there.items()}
        for rank in range(size)
    ]


def _sources(inputs: Inputs) -> list[Source]:
    """Read back by KV head, by the module's rows and columns, or by token id."""
    module = str(inputs.params["key"]).split(".")[-2]
    value = inputs.arrays["W"]
    heads = int(inputs.params["kv_heads"]) if module in ("k_proj", "v_proj") else 0
    unit = f"{module[0]} head" if heads else ""
    return [Source(module, value, unit, len(value) // heads if heads else 0)]


_CHECK = outputs(_expected, sources=_sources)
_CHECK_BY_HAND = outputs(_expected, show=("W",), sources=_sources)


def _inputs(rng: Rng, key: str, shape: tuple[int, ...], kv_heads: int, size: int) -> Inputs:
    """A tensor of labels, under its whole name, and another of the same shape."""
    layer = "" if key.startswith(("model.", "lm_head.")) else f"model.layers.{rng.integers(40)}."
    start = int(rng.integers(1, 5000))
    value = labelled(start, *shape)
    again = labelled(start + value.size, *shape)
    params = {"key": layer + key, "kv_heads": kv_heads, "size": size}
    return Inputs(params, {"W": value, "W again": again})


def _case(
    name: str, key: str, shape: Shape, kv_heads: int = 0, tp: tuple[int, ...] = _SIZES,
    note: str = "",
) -> Case:  # fmt: skip
    """Shards of one tensor at each tp. Without kv_heads it is a number the tensor does not need."""

    def make(rng: Rng, size: int) -> Inputs:
        return _inputs(rng, key, shape(rng, size), kv_heads or size, size)

    title = key.removeprefix("model.").removeprefix("self_attn.") + note
    return Case(name, "p199.2", title, "shards", make, _CHECK, tp, alone=True)


def _bfloat16(rng: Rng, size: int) -> Inputs:
    value = labelled(int(rng.integers(1, 90)), 3 * size, 2 * size)
    key = "model.layers.1.mlp.up_proj.weight"
    return Inputs({"key": key, "kv_heads": 2, "size": size, "dtype": "bfloat16"}, {"W": value})


def _by_hand(name: str, key: str, rows: list[list[int]]) -> Case:
    """The example of the problem's page: 2 KV heads of 2 rows on 4 ranks."""

    def make(rng: Rng, size: int) -> Inputs:
        params = {"key": f"model.layers.0.self_attn.{key}", "kv_heads": 2, "size": size}
        return Inputs(params, {"W": np.array(rows, np.float32)})

    title = f"{key}, 2 KV heads"
    return Case(name, "p199.2", title, "shards", make, _CHECK_BY_HAND, (4,), True, alone=True)


# sizes


def _matrix(rng: Rng, tp: int) -> tuple[int, int]:
    """Both sizes divide by tp; those of a shard differ too."""
    pairs = [(2, 3), (3, 2), (1, 2), (2, 1), (4, 3)]
    a, b = pairs[int(rng.integers(len(pairs)))]
    return a * tp, b * tp


def _vector(rng: Rng, tp: int) -> tuple[int]:
    return (int(rng.integers(2, 5)) * tp,)


def _heads(count: int, columns: bool = True) -> Shape:
    """Rows of `count` heads, 2 or 4 rows each, so that 2 ranks could halve a head."""

    def shape(rng: Rng, tp: int) -> tuple[int, ...]:
        rows = count * int(rng.choice([2, 4]))
        return (rows, 3) if columns else (rows,)

    return shape


def _fixed(*shape: int) -> Shape:
    return lambda rng, tp: shape


def _uneven(rng: Rng, tp: int) -> tuple[int, int]:
    """A vocabulary with a short last shard, odd and not the same each time."""
    return 3 * tp - int(rng.integers(1, max(2, tp))) if tp > 1 else 7, 3


# what cannot be laid out


def _refusal(name: str, key: str, shape: tuple[int, ...], kv_heads: int, tp: int, why: str) -> Case:
    def make(rng: Rng, size: int) -> Inputs:
        return _inputs(rng, key, shape, kv_heads, size)

    def check(inputs: Inputs, run: GroupRun) -> Finding | None:
        sentence = f"{key} of shape {list(shape)} must be refused: {why} on {tp} ranks."
        said = run.ranks[0].values
        found = (refusal_finding(sentence, key, (), said[f"outcome {rank}"]) for rank in (0, 1))
        return next(filter(None, found), None)

    title = f"{key.removeprefix('self_attn.')}, {why}"
    return Case(name, "p199.2", title, "refusal", make, check, (tp,), alone=True)


# div_even


def _div_even(*pairs: tuple[list[int | bool], object]) -> Make:
    made, answers = [call for call, _ in pairs], [answer for _, answer in pairs]
    return lambda rng, tp: Inputs({"calls": made}, {}, {"answers": answers})


def _divides(rng: Rng, tp: int) -> Inputs:
    a, b = int(rng.integers(2, 9)), int(rng.integers(2, 9))
    pairs: list[tuple[list[int | bool], object]] = [
        ([a * b, b], a), ([a * b, b, True], a), ([a, a * b, True], 1), ([6, 6, True], 1),
        ([7, 1], 7),
    ]  # fmt: skip
    return _div_even(*pairs)(rng, tp)


def _does_not(rng: Rng, tp: int) -> Inputs:
    a, b = int(rng.integers(2, 9)), int(rng.integers(2, 9))
    odd = 2 * a + 1
    made: list[list[int | bool]] = [
        [a * b + 1, b], [a * b + 1, b, True], [4, 8], [a, a * b, False], [odd, 2 * odd + 1, True]
    ]  # fmt: skip
    return _div_even(*((call, REFUSED) for call in made))(rng, tp)


def _calls(name: str, make: Make, visible: bool = False) -> Case:
    check = calls("div_even")
    return Case(name, "p199.1", "div_even", "div_even", make, check, (1,), visible, alone=True)


_K = [[0, 1, 2], [10, 11, 12], [20, 21, 22], [30, 31, 32]]
_O = [[0, 1, 2, 3], [4, 5, 6, 7]]
_K_PROJ, _V_PROJ = "self_attn.k_proj", "self_attn.v_proj"
_EMBED = "model.embed_tokens.weight"
_POWERS = (1, 2, 4)

CASES = (
    _calls("div-even-example", _div_even(([16, 4], 4), ([8, 16, True], 1)), True),
    _calls("div-even", _divides),
    _calls("div-even-refuses-example", _div_even(([10, 4], REFUSED), ([8, 12, True], REFUSED)),
           True),
    _calls("div-even-refuses", _does_not),
    _calls("div-even-by-0", _div_even(([3, 0], REFUSED))),
    _by_hand("k-example", "k_proj.weight", _K),
    _by_hand("o-example", "o_proj.weight", _O),
    _case("q-rows", "self_attn.q_proj.weight", _matrix),
    _case("gate-rows", "mlp.gate_proj.weight", _matrix),
    _case("up-rows", "mlp.experts.5.up_proj.weight", _matrix),
    Case("up-bfloat16", "p199.2", "mlp.up_proj.weight in bfloat16", "shards", _bfloat16, _CHECK,
         (2,), alone=True),
    _case("o-columns", "self_attn.o_proj.weight", _matrix),
    _case("down-columns", "mlp.down_proj.weight", _matrix),
    _case("expert-down", "mlp.experts.5.down_proj.weight", _matrix, tp=(2, 3)),
    _case("k-heads", f"{_K_PROJ}.weight", _heads(4), 4, _POWERS, ", 4 KV heads"),
    _case("v-heads", f"{_V_PROJ}.weight", _heads(6), 6, (1, 2, 3), ", 6 KV heads"),
    _case("v-replicas", f"{_V_PROJ}.weight", _heads(2), 2, (2, 4, 8), ", 2 KV heads"),
    _case("k-replicas", f"{_K_PROJ}.weight", _heads(3), 3, (6,), ", 3 KV heads"),
    _case("k-one-head", f"{_K_PROJ}.weight", _heads(1), 1, (1, 3), ", 1 KV head"),
    _case("embed", _EMBED, _matrix),
    _case("embed-uneven", _EMBED, _fixed(10, 3), tp=(1, 3, 4), note=", 10 rows"),
    _case("embed-odd", _EMBED, _uneven),
    _case("head-empty", "lm_head.weight", _fixed(5, 3), tp=(2, 4), note=", 5 rows"),
    _case("norm-whole", "input_layernorm.weight", _vector),
    _case("last-norm-whole", "model.norm.weight", _vector, tp=(2,)),
    _case("k-norm-whole", "self_attn.k_norm.weight", _vector, tp=(2, 4)),
    _case("router-whole", "mlp.gate.weight", _matrix, note=", a router"),
    _case("q-bias", "self_attn.q_proj.bias", _vector),
    _case("up-bias", "mlp.up_proj.bias", _vector, tp=(2,)),
    _case("k-bias", f"{_K_PROJ}.bias", _heads(4, columns=False), 4, (2, 4), ", 4 KV heads"),
    _case("v-bias", f"{_V_PROJ}.bias", _heads(2, columns=False), 2, (2, 4), ", 2 KV heads"),
    _case("o-bias", "self_attn.o_proj.bias", _vector),
    _case("down-bias", "mlp.down_proj.bias", _vector, tp=(1, 3)),
    _refusal("refuse-q", "self_attn.q_proj.weight", (10, 4), 2, 4, "10 rows"),
    _refusal("refuse-o", "self_attn.o_proj.weight", (4, 10), 2, 4, "10 columns"),
    _refusal("refuse-kv-more", f"{_K_PROJ}.weight", (12, 3), 6, 4, "6 KV heads"),
    _refusal("refuse-kv-fewer", f"{_V_PROJ}.weight", (24, 3), 8, 12, "8 KV heads"),
    _refusal("refuse-gate-bias", "mlp.gate_proj.bias", (10,), 2, 4, "10 rows"),
)  # fmt: skip
