"""Problem 199: inputs, oracle and cases. One process asks for every rank's shard."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from ..i18n import _
from ..provenance import Source, labelled
from ..records import Case, Finding, GroupRun, Inputs
from .common import REFUSED, Expected, calls, outputs, refusal_finding

Rng = np.random.Generator
Make = Callable[[Rng, int], Inputs]
Shape = Callable[[Rng, int], tuple[int, ...]]
KVHeads = Callable[[Rng, int], int]

_SIZES = (1, 2, 3, 4)


def shard(inputs: Inputs, key: str, name: str, rank: int) -> np.ndarray:
    """The oracle: rank's part of an array, which is the tensor `key` of a checkpoint."""
    value, size = inputs.arrays[name], int(inputs.params["size"])
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
        {name: shard(inputs, inputs.params["key"], whole, rank) for name, whole in there.items()}
        for rank in range(size)
    ]


def _expected_of_keys(inputs: Inputs, size: int) -> list[Expected]:
    keys = inputs.params["keys"]
    return [{key: shard(inputs, key, key, rank) for key in keys} for rank in range(size)]


def _source(key: str, value: np.ndarray, kv_heads: int) -> Source:
    """Read back by KV head, by the module's rows and columns, or by token id."""
    module = key.split(".")[-2]
    heads = kv_heads if module in ("k_proj", "v_proj") else 0
    unit = f"{module[0]} head" if heads else ""
    return Source(module, value, unit, len(value) // heads if heads else 0)


def _sources(inputs: Inputs) -> list[Source]:
    return [_source(inputs.params["key"], inputs.arrays["W"], inputs.params["kv_heads"])]


def _sources_of_keys(inputs: Inputs) -> list[Source]:
    kv_heads = inputs.params["kv_heads"]
    return [_source(key, inputs.arrays[key], kv_heads) for key in inputs.params["keys"]]


_CHECK = outputs(_expected, sources=_sources)
_CHECK_KEYS = outputs(_expected_of_keys, sources=_sources_of_keys)
_CHECK_BY_HAND = outputs(_expected, show=("W",), sources=_sources)


def _key_in_a_layer(rng: Rng, key: str) -> str:
    whole = key.startswith(("model.", "lm_head."))
    return key if whole else f"model.layers.{rng.integers(40)}.{key}"


def _one(name: str, key: str, shape: Shape, kv_heads: int) -> Case:
    """Shards of one tensor of labels, and of another of the same shape. Each at every tp."""

    def make(rng: Rng, size: int) -> Inputs:
        value = labelled(int(rng.integers(1, 5000)), *shape(rng, size))
        params = {"key": _key_in_a_layer(rng, key), "kv_heads": kv_heads, "size": size}
        return Inputs(params, {"W": value, "W again": value + np.float32(value.size)})

    title = key.removeprefix("self_attn.")
    return Case(name, "p199.2", title, "shards", make, _CHECK, _SIZES, alone=True)


def _several(
    name: str, title: str, tensors: Mapping[str, Shape], kv_heads: KVHeads | None = None,
    tp: tuple[int, ...] = _SIZES, dtype: str = "",
) -> Case:  # fmt: skip
    """Shards of several tensors of labels. Without kv_heads there is one, which none needs."""

    def make(rng: Rng, size: int) -> Inputs:
        heads = kv_heads(rng, size) if kv_heads else 1
        params = {"kv_heads": heads, "size": size, **({"dtype": dtype} if dtype else {})}
        start = int(rng.integers(1, 40 if dtype else 5000))
        arrays: dict[str, np.ndarray] = {}
        for key, shape in tensors.items():
            dims = shape(rng, heads if kv_heads else size)
            arrays[_key_in_a_layer(rng, key)] = labelled(start, *dims)
            start += int(np.prod(dims))  # at most 256 numbers: bfloat16 has them all
        return Inputs({**params, "keys": list(arrays)}, arrays)

    return Case(name, "p199.2", title, "tensors", make, _CHECK_KEYS, tp, alone=True)


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


def _heads(rng: Rng, kv_heads: int) -> tuple[int, int]:
    """2 or 4 rows a head, so that 2 ranks could halve a head."""
    return kv_heads * int(rng.choice([2, 4])), 3


def _bias_of_heads(rng: Rng, kv_heads: int) -> tuple[int]:
    return (_heads(rng, kv_heads)[0],)


def _uneven(rng: Rng, tp: int) -> tuple[int, int]:
    """A vocabulary with a short last shard, odd and not the same each time."""
    return 3 * tp - int(rng.integers(1, max(2, tp))) if tp > 1 else 7, 3


def _five(rng: Rng, tp: int) -> tuple[int, int]:
    """On 4 ranks the last one has no row."""
    return 5, 3


def _more_kv_heads(rng: Rng, tp: int) -> int:
    return tp * int(rng.integers(2, 4))


def _fewer_kv_heads(rng: Rng, tp: int) -> int:
    return int(rng.choice([n for n in range(1, tp) if tp % n == 0]))


# what cannot be laid out

_NOT_EVEN: tuple[tuple[str, tuple[int, ...], int, int, str], ...] = (
    ("self_attn.q_proj.weight", (10, 4), 2, 4, "10 rows"),
    ("mlp.up_proj.bias", (10,), 2, 4, "10 rows"),
    ("self_attn.o_proj.weight", (4, 10), 2, 4, "10 columns"),
    ("self_attn.k_proj.weight", (12, 3), 6, 4, "6 KV heads"),
    ("self_attn.v_proj.weight", (24, 3), 8, 12, "8 KV heads"),
)


def _not_even(rng: Rng, tp: int) -> Inputs:
    made = [
        {"key": _key_in_a_layer(rng, key), "kv_heads": kv_heads, "size": size, "name": str(n)}
        for n, (key, _, kv_heads, size, _) in enumerate(_NOT_EVEN)
    ]
    return Inputs({"calls": made}, {str(n): labelled(1, *c[1]) for n, c in enumerate(_NOT_EVEN)})


def _refuses(inputs: Inputs, run: GroupRun) -> Finding | None:
    said = run.ranks[0].values
    for number, (key, dims, _kv_heads, size, why) in enumerate(_NOT_EVEN):
        sentence = _("{key} of shape {shape} must be refused: {why} on {size} ranks.").format(
            key=key, shape=list(dims), why=why, size=size
        )
        for rank in (0, 1):
            found = refusal_finding(sentence, key, (), said[f"outcome {number} {rank}"])
            if found is not None:
                return found
    return None


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
        [a * b + 1, b], [a * b + 1, b, True], [4, 8], [a, a * b, False], [odd, 2 * odd + 1, True],
        [3, 0],
    ]  # fmt: skip
    return _div_even(*((call, REFUSED) for call in made))(rng, tp)


def _calls(name: str, make: Make, visible: bool = False) -> Case:
    check = calls("div_even")
    return Case(name, "p199.1", "div_even", "div_even", make, check, (1,), visible, alone=True)


_K = [[0, 1, 2], [10, 11, 12], [20, 21, 22], [30, 31, 32]]
_O = [[0, 1, 2, 3], [4, 5, 6, 7]]
_KV: Mapping[str, Shape] = {
    "self_attn.k_proj.weight": _heads,
    "self_attn.v_proj.weight": _heads,
    "self_attn.k_proj.bias": _bias_of_heads,
    "self_attn.v_proj.bias": _bias_of_heads,
}

CASES = (
    _calls("div-even-example", _div_even(([16, 4], 4), ([8, 16, True], 1)), True),
    _calls("div-even", _divides),
    _calls("div-even-refuses-example", _div_even(([10, 4], REFUSED), ([8, 12, True], REFUSED)),
           True),
    _calls("div-even-refuses", _does_not),
    _by_hand("k-example", "k_proj.weight", _K),
    _by_hand("o-example", "o_proj.weight", _O),
    _one("q-rows", "self_attn.q_proj.weight", _matrix, 1),
    _several("rows", "rows of gate_proj and up_proj, biases", {
        "mlp.gate_proj.weight": _matrix, "mlp.experts.5.up_proj.weight": _matrix,
        "self_attn.q_proj.bias": _vector, "mlp.up_proj.bias": _vector}),
    _several("columns", "columns of o_proj and down_proj", {
        "self_attn.o_proj.weight": _matrix, "mlp.down_proj.weight": _matrix,
        "mlp.experts.5.down_proj.weight": _matrix}),
    _several("kv-heads", "k_proj and v_proj, more KV heads than ranks", _KV, _more_kv_heads),
    _several("kv-copies", "k_proj and v_proj, fewer KV heads than ranks", _KV, _fewer_kv_heads,
             (2, 3, 4, 6, 8)),
    _several("vocabulary", "embed_tokens and lm_head, rows that do not divide", {
        "model.embed_tokens.weight": _uneven, "lm_head.weight": _five}),
    _several("whole", "norms, a router, biases of row-parallel layers", {
        "input_layernorm.weight": _vector, "model.norm.weight": _vector,
        "self_attn.k_norm.weight": _vector, "mlp.gate.weight": _matrix,
        "self_attn.o_proj.bias": _vector, "mlp.down_proj.bias": _vector}),
    _several("bfloat16", "tensors in bfloat16", {
        "mlp.up_proj.weight": _matrix, "self_attn.o_proj.weight": _matrix,
        "lm_head.weight": _uneven}, tp=(2,), dtype="bfloat16"),
    Case("refused", "p199.2", "what cannot be laid out", "refusals", _not_even, _refuses, (4,),
         alone=True),
)  # fmt: skip
