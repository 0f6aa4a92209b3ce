"""Problem 206: shards of labels, the shards of models/tiny-qwen3, oracle and cases."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

import numpy as np

from ..provenance import Source, labelled
from ..records import Case, Finding, GroupRun, Inputs, Verdict
from .common import Expected, came_to, outputs, refusal_finding

Rng = np.random.Generator
Make = Callable[[Rng, int], Inputs]
Shape = Callable[[Rng], tuple[int, ...]]

_TINY = Path(__file__).parents[2] / "models" / "tiny-qwen3" / "model.safetensors"
_TINY_KV_HEADS, _TINY_VOCAB = 2, 509
_LAYER = "model.layers.3."
_K, _EMBED = f"{_LAYER}self_attn.k_proj.weight", "model.embed_tokens.weight"


def cut(key: str, whole: np.ndarray, size: int, kv_heads: int) -> list[np.ndarray]:
    """The oracle: what each of `size` ranks holds."""
    *_, module, kind = key.split(".")
    if module in ("o_proj", "down_proj") and kind == "weight":
        return np.split(whole, size, axis=1)
    if module in ("q_proj", "gate_proj", "up_proj"):
        return np.split(whole, size)
    if module in ("k_proj", "v_proj"):
        heads = np.split(whole, kv_heads)
        owners = np.arange(size * kv_heads).reshape(size, -1) // size  # of a rank's heads
        return [np.concatenate([heads[h] for h in sorted(set(own))]) for own in owners]
    if module in ("embed_tokens", "lm_head"):
        rows = -(-len(whole) // size)
        padded = np.zeros((rows * size, *whole.shape[1:]), whole.dtype)
        padded[: len(whole)] = whole
        return np.split(padded, size)
    return [whole] * size


# the shards of one tensor


def _inputs(
    key: str, whole: np.ndarray, size: int, kv_heads: int, vocab: int, **more: object
) -> Inputs:
    params = {"key": key, "size": size, "kv_heads": kv_heads, "vocab_size": vocab, **more}
    shards = cut(key, whole, size, kv_heads)
    arrays = {f"shard {rank}": np.ascontiguousarray(shard) for rank, shard in enumerate(shards)}
    return Inputs(params, arrays, {"whole": whole})


def _labels(key: str, shape: Shape, kv_heads: int = 0, new_size: int = 0, dtype: str = "") -> Make:
    """Labels; without kv_heads it is a number that the tensor does not need."""

    def make(rng: Rng, tp: int) -> Inputs:
        whole = labelled(int(rng.integers(1, 60 if dtype else 4000)), *shape(rng))
        more: dict[str, object] = {"new_size": new_size} if new_size else {}
        more |= {"dtype": dtype} if dtype else {}
        return _inputs(key, whole, tp, kv_heads or max(tp, new_size), len(whole), **more)

    return make


def _merge_expected(inputs: Inputs, tp: int) -> list[Expected]:
    return [{"merged": inputs.secret["whole"]}]


def _reshard_expected(inputs: Inputs, tp: int) -> list[Expected]:
    key, new_size = inputs.params["key"], inputs.params["new_size"]
    shards = cut(key, inputs.secret["whole"], new_size, inputs.params["kv_heads"])
    expected: list[Expected] = [{"shard": shard} for shard in shards]
    return [{"number of shards": new_size, **expected[0]}, *expected[1:]]


def _sources(inputs: Inputs) -> list[Source]:
    """Read back by KV head, or by row and column."""
    key, whole = inputs.params["key"], inputs.secret["whole"]
    module = key.split(".")[-2]
    if module in ("k_proj", "v_proj"):
        heads = inputs.params["kv_heads"]
        return [Source(module, whole, f"{module[0]} head", len(whole) // heads)]
    return [Source(module, whole)]


# a whole checkpoint


@cache
def tiny() -> Mapping[str, np.ndarray]:
    """The tensors of models/tiny-qwen3."""
    from safetensors.numpy import load_file

    tensors: Mapping[str, np.ndarray] = load_file(_TINY)
    return tensors


def _checkpoint(new_size: int) -> Make:
    def make(rng: Rng, tp: int) -> Inputs:
        keys = [str(key) for key in rng.permutation(sorted(tiny()))]
        arrays = {
            f"{key} {rank}": np.ascontiguousarray(shard)
            for key in keys
            for rank, shard in enumerate(cut(key, tiny()[key], tp, _TINY_KV_HEADS))
        }
        params = {"keys": keys, "size": tp, "new_size": new_size}
        counts = {"kv_heads": _TINY_KV_HEADS, "vocab_size": _TINY_VOCAB}
        return Inputs({**params, **counts}, arrays)

    return make


def _checkpoint_expected(inputs: Inputs, tp: int) -> list[Expected]:
    new_size = inputs.params["new_size"]
    made = {key: cut(key, tiny()[key], new_size, _TINY_KV_HEADS) for key in inputs.params["keys"]}
    return [{key: shards[rank] for key, shards in made.items()} for rank in range(new_size)]


# what must be refused


def _refusal(name: str, task: str, make: Make, why: str, tp: int) -> Case:
    """A ValueError; that of a merge names the key."""

    def check(inputs: Inputs, run: GroupRun) -> Finding | None:
        key, said = inputs.params["key"], run.ranks[0].values["outcome"]
        found = refusal_finding(f"{key} must be refused: {why}.", key, (), said)
        if found is not None or "new_size" in inputs.params or key in str(said["message"]):
            return found
        sentence = "The ValueError must say which tensor it is about."
        return Finding(Verdict.WRONG_ANSWER, sentence, key, came_to(said))

    return Case(name, task, why, "refused", make, check, (tp,), alone=True)


def _spoilt(key: str, shape: Shape, kv_heads: int = 0) -> Make:
    """One number of one copy is another than that of its neighbour."""

    def make(rng: Rng, tp: int) -> Inputs:
        inputs = _labels(key, shape, kv_heads)(rng, tp)
        arrays = dict(inputs.arrays)
        name = f"shard {tp - 1}"
        arrays[name] = arrays[name].copy()
        arrays[name].reshape(-1)[-1] += 1
        return Inputs(inputs.params, arrays, inputs.secret)

    return make


# sizes


def _matrix(rng: Rng) -> tuple[int, int]:
    """Divides by the sizes that occur; not square."""
    factors = rng.permutation([1, 2, 3])
    return 12 * int(factors[0]), 12 * int(factors[1])


def _vector(rng: Rng) -> tuple[int]:
    return (12 * int(rng.integers(1, 4)),)


def _heads(count: int, columns: bool = True) -> Shape:
    def shape(rng: Rng) -> tuple[int, ...]:
        rows = count * int(rng.choice([2, 4]))
        return (rows, 3) if columns else (rows,)

    return shape


def _vocab(rng: Rng) -> tuple[int, int]:
    return 4 * int(rng.integers(2, 5)) + int(rng.choice([1, 3])), 2


def _fixed(*shape: int) -> Shape:
    return lambda rng: shape


_MERGED = outputs(_merge_expected, sources=_sources)
_MERGED_BY_HAND = outputs(_merge_expected, show=[f"shard {r}" for r in range(4)])
_RESHARDED = outputs(_reshard_expected, sources=_sources)
_RESHARDED_BY_HAND = outputs(_reshard_expected, show=[f"shard {r}" for r in range(4)])


def _merge(
    name: str, module: str, shape: Shape, kv_heads: int = 0, tp: tuple[int, ...] = (1, 2, 4),
    dtype: str = "",
) -> Case:  # fmt: skip
    key = module if module.startswith(("model.", "lm_head")) else _LAYER + module
    make = _labels(key, shape, kv_heads, dtype=dtype)
    return Case(f"merge-{name}", "p206.1", f"merge {module}", "merge", make, _MERGED, tp,
                alone=True)  # fmt: skip


def _reshard(
    name: str, module: str, shape: Shape, new_size: int, kv_heads: int = 0,
    tp: tuple[int, ...] = (4,), dtype: str = "",
) -> Case:  # fmt: skip
    key = module if module.startswith(("model.", "lm_head")) else _LAYER + module
    make = _labels(key, shape, kv_heads, new_size, dtype)
    title = f"reshard {module} to {new_size} rank{'s' * (new_size > 1)}"
    return Case(f"reshard-{name}", "p206.2", title, "reshard", make, _RESHARDED, tp, alone=True)


def _example(task: str, word: str, key: str, values: list[int], vocab: int) -> Case:
    whole = np.array(values, np.float32)[:, None]
    new = {"new_size": 2} if task == "p206.2" else {}
    check = _RESHARDED_BY_HAND if new else _MERGED_BY_HAND
    drive = "reshard" if new else "merge"
    module = key.split(".")[-2]
    return Case(f"{drive}-{word}-example", task, f"{drive} {module}, {len(values)} rows", drive,
                lambda rng, tp: _inputs(key, whole, 4, 2, vocab, **new), check, (4,), True,
                alone=True)  # fmt: skip


_TOKENS = [10, 11, 12, 13, 14]
_REAL = outputs(_checkpoint_expected)

CASES = (
    _example("p206.1", "k", _K, [1, 2], 5),
    _example("p206.1", "embed", _EMBED, _TOKENS, 5),
    _merge("q", "self_attn.q_proj.weight", _matrix),
    _merge("up", "mlp.experts.5.up_proj.weight", _matrix, tp=(2,)),
    _merge("up-bias", "mlp.up_proj.bias", _vector, tp=(2,)),
    _merge("o", "self_attn.o_proj.weight", _matrix),
    _merge("down-bias", "mlp.down_proj.bias", _vector),
    _merge("k-heads", "self_attn.k_proj.weight", _heads(4), 4),
    _merge("v-copies", "self_attn.v_proj.weight", _heads(2), 2, (4, 8)),
    _merge("v-bias", "self_attn.v_proj.bias", _heads(2, columns=False), 2, (4,)),
    _merge("embed", "model.embed_tokens.weight", _vocab, tp=(1, 2, 3, 4)),
    _merge("head", "lm_head.weight", _fixed(5, 3), tp=(4,)),
    _merge("norm", "input_layernorm.weight", _vector),
    _merge("router", "mlp.gate.weight", _matrix, tp=(2,)),
    _merge("bfloat16", "mlp.gate_proj.weight", _fixed(6, 4), tp=(2,), dtype="bfloat16"),
    _refusal("merge-other-norms", "p206.1", _spoilt(f"{_LAYER}input_layernorm.weight", _vector),
             "the ranks' norms differ", 2),
    _refusal("merge-other-copies", "p206.1", _spoilt(_K, _heads(2), 2),
             "the copies of a KV head differ", 4),
    _example("p206.2", "k", _K, [1, 2], 5),
    _example("p206.2", "embed", _EMBED, _TOKENS, 5),
    _reshard("q", "self_attn.q_proj.weight", _matrix, 2),
    _reshard("gate-bias", "mlp.gate_proj.bias", _vector, 2),
    _reshard("down", "mlp.down_proj.weight", _matrix, 2),
    _reshard("k-copies", "self_attn.k_proj.weight", _heads(2), 2, 2),
    _reshard("v-one-head", "self_attn.v_proj.weight", _heads(1), 2, 1),
    _reshard("k-more", "self_attn.k_proj.weight", _heads(2), 4, 2, (1, 2)),
    _reshard("k-heads", "self_attn.k_proj.weight", _heads(4), 2, 4),
    _reshard("embed", "model.embed_tokens.weight", _vocab, 2, tp=(3, 4)),
    _reshard("embed-more", "model.embed_tokens.weight", _vocab, 4, tp=(1, 2)),
    _reshard("head", "lm_head.weight", _fixed(5, 3), 3),
    _reshard("norm", "self_attn.q_norm.weight", _vector, 2),
    _reshard("o-bias", "self_attn.o_proj.bias", _vector, 2),
    _reshard("whole", "self_attn.o_proj.weight", _matrix, 1),
    _reshard("bfloat16", "lm_head.weight", _fixed(5, 4), 2, dtype="bfloat16"),
    _refusal("reshard-refuses-heads", "p206.2", _labels(_K, _heads(2), 2, 3),
             "2 KV heads on 3 ranks", 4),
    _refusal("reshard-refuses-rows", "p206.2",
             _labels(f"{_LAYER}self_attn.q_proj.weight", _fixed(4, 3), 2, 3),
             "4 rows on 3 ranks", 4),
    _refusal("reshard-refuses-columns", "p206.2",
             _labels(f"{_LAYER}mlp.down_proj.weight", _fixed(3, 8), 2, 3),
             "8 columns on 3 ranks", 4),
    Case("tiny-qwen3", "p206.2", "models/tiny-qwen3 from 4 ranks to 2", "checkpoint",
         _checkpoint(2), _REAL, (4,), alone=True),
    Case("tiny-qwen3-back", "p206.2", "models/tiny-qwen3 from 2 ranks to 4", "checkpoint",
         _checkpoint(4), _REAL, (2,), alone=True),
)  # fmt: skip
