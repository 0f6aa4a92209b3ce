"""Problem 206: shards of labels, the shards of models/tiny-qwen3, oracle and cases."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

import numpy as np

from ..i18n import _
from ..provenance import Source, labelled
from ..records import Case, Finding, GroupRun, Inputs, Json, Verdict
from .common import Expected, came_to, outputs, refusal_finding

Rng = np.random.Generator
Make = Callable[[Rng, int], Inputs]
Shape = Callable[[Rng, int], tuple[int, ...]]

_TINY = Path(__file__).parents[2] / "models" / "tiny-qwen3" / "model.safetensors"
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


# the shards of one tensor, by hand


def _by_hand(key: str, values: list[int], **more: object) -> Make:
    """4 ranks, 2 KV heads, 5 ids."""
    whole = np.array(values, np.float32)[:, None]

    def make(rng: Rng, tp: int) -> Inputs:
        params = {"key": key, "size": 4, "kv_heads": 2, "vocab_size": 5, **more}
        shards = cut(key, whole, 4, 2)
        return Inputs(params, {f"shard {r}": s for r, s in enumerate(shards)}, {"whole": whole})

    return make


def _merge_expected(inputs: Inputs, tp: int) -> list[Expected]:
    return [{"merged": inputs.secret["whole"]}]


def _reshard_expected(inputs: Inputs, tp: int) -> list[Expected]:
    key, new_size = inputs.params["key"], inputs.params["new_size"]
    shards = cut(key, inputs.secret["whole"], new_size, inputs.params["kv_heads"])
    expected: list[Expected] = [{"shard": shard} for shard in shards]
    return [{"number of shards": new_size, **expected[0]}, *expected[1:]]


# the shards of several tensors


def _labels(
    tensors: Mapping[str, Shape], new_size: Mapping[int, int] | None = None, dtype: str = ""
) -> Make:
    """Labels; two KV heads, and as many ids as the last tensor has rows."""

    def make(rng: Rng, tp: int) -> Inputs:
        start = int(rng.integers(1, 40 if dtype else 4000))
        wholes: dict[str, np.ndarray] = {}
        for name, shape in tensors.items():
            key = name if name.startswith(("model.", "lm_head")) else _LAYER + name
            wholes[key] = labelled(start, *shape(rng, tp))
            start += wholes[key].size
        params: dict[str, object] = {"dtype": dtype} if dtype else {}
        params |= {"new_size": new_size[tp]} if new_size else {}
        vocab_size = len(wholes[key])
        params |= {"keys": list(wholes), "size": tp, "kv_heads": 2, "vocab_size": vocab_size}
        return Inputs(params, _shards(wholes, tp), {"wholes": wholes})

    return make


def _shards(wholes: Mapping[str, np.ndarray], size: int) -> dict[str, np.ndarray]:
    return {
        f"{key} {rank}": np.ascontiguousarray(shard)
        for key, whole in wholes.items()
        for rank, shard in enumerate(cut(key, whole, size, 2))
    }


def _wholes_expected(inputs: Inputs, tp: int) -> list[Expected]:
    return [inputs.secret["wholes"]]


def _resharded_expected(inputs: Inputs, tp: int) -> list[Expected]:
    """`number of …` first, on rank 0."""
    new_size, wholes = inputs.params["new_size"], inputs.secret["wholes"]
    made = {key: cut(key, whole, new_size, 2) for key, whole in wholes.items()}
    expected = [{key: shards[rank] for key, shards in made.items()} for rank in range(new_size)]
    counts = {f"number of shards of {key}": new_size for key in wholes}
    return [{**counts, **expected[0]}, *expected[1:]]


def _sources(inputs: Inputs) -> list[Source]:
    """Read back by KV head, or by row and column."""
    return [_source(key, whole) for key, whole in inputs.secret["wholes"].items()]


def _source(key: str, whole: np.ndarray) -> Source:
    module = key.split(".")[-2]
    heads = module in ("k_proj", "v_proj")
    return Source(module, whole, f"{module[0]} head" if heads else "", len(whole) // 2 * heads)


# a whole checkpoint


@cache
def tiny() -> Mapping[str, np.ndarray]:
    """The tensors of models/tiny-qwen3."""
    from safetensors.numpy import load_file

    tensors: Mapping[str, np.ndarray] = load_file(_TINY)
    return tensors


def _checkpoint(rng: Rng, tp: int) -> Inputs:
    """From 4 ranks to 2, or back."""
    wholes = {str(key): tiny()[key] for key in rng.permutation(sorted(tiny()))}
    params = {"keys": list(wholes), "size": tp, "new_size": {2: 4, 4: 2}[tp]}
    counts = {"kv_heads": 2, "vocab_size": 509}
    return Inputs({**params, **counts}, _shards(wholes, tp), {"wholes": wholes})


# what must be refused


def _refusals(
    name: str, task: str, title: str, keys: Mapping[str, tuple[Shape, str]], tp: int,
    new_size: int = 0,
) -> Case:  # fmt: skip
    """A ValueError for each key; that of a merge, whose last copy is spoilt, names the key."""

    def make(rng: Rng, size: int) -> Inputs:
        wholes = {key: labelled(1, *shape(rng, size)) for key, (shape, _) in keys.items()}
        arrays = _shards(wholes, size)
        for key in () if new_size else keys:
            arrays[f"{key} {size - 1}"] = spoilt = arrays[f"{key} {size - 1}"].copy()
            spoilt.reshape(-1)[-1] += 1
        params = {"keys": list(keys), "size": size, "kv_heads": 2, "vocab_size": 5}
        return Inputs(params | ({"new_size": new_size} if new_size else {}), arrays)

    def check(inputs: Inputs, run: GroupRun) -> Finding | None:
        said = run.ranks[0].values
        found = (_not_refused(key, why, said[key], new_size) for key, (_, why) in keys.items())
        return next(filter(None, found), None)

    return Case(name, task, title, "refused", make, check, (tp,), alone=True)


def _not_refused(key: str, why: str, said: Mapping[str, Json], new_size: int) -> Finding | None:
    sentence = _("{key} must be refused: {why}.").format(key=key, why=why)
    found = refusal_finding(sentence, key, (), said)
    if found is not None or new_size or key in str(said["message"]):
        return found
    sentence = _("The ValueError must say which tensor it is about.")
    return Finding(Verdict.WRONG_ANSWER, sentence, key, came_to(said))


# sizes


def _matrix(rng: Rng, tp: int) -> tuple[int, int]:
    """Divides by the sizes that occur; not square."""
    factors = rng.permutation([1, 2, 3])
    return 12 * int(factors[0]), 12 * int(factors[1])


def _vector(rng: Rng, tp: int) -> tuple[int]:
    return (12 * int(rng.integers(1, 4)),)


def _heads(rng: Rng, tp: int) -> tuple[int, int]:
    """2 KV heads."""
    return 2 * int(rng.choice([2, 4])), 3


def _bias_of_heads(rng: Rng, tp: int) -> tuple[int]:
    return (_heads(rng, tp)[0],)


def _vocab(rng: Rng, tp: int) -> tuple[int, int]:
    """Odd; on 4 ranks the last one has padding only, and on 4 that come from 1."""
    return 5 if tp in (1, 4) else 4 * int(rng.integers(2, 5)) + 1, 2


def _fixed(*shape: int) -> Shape:
    return lambda rng, tp: shape


_MERGED = outputs(_wholes_expected, sources=_sources)
_MERGED_BY_HAND = outputs(_merge_expected, show=[f"shard {r}" for r in range(4)])
_RESHARDED = outputs(_resharded_expected, sources=_sources)
_RESHARDED_BY_HAND = outputs(_reshard_expected, show=[f"shard {r}" for r in range(4)])
_REAL = outputs(_resharded_expected)


def _merge(
    name: str, title: str, tensors: Mapping[str, Shape], tp: tuple[int, ...] = (1, 2, 4),
    dtype: str = "",
) -> Case:  # fmt: skip
    return Case(f"merge-{name}", "p206.1", f"merge {title}", "merge_all",
                _labels(tensors, dtype=dtype), _MERGED, tp, alone=True)  # fmt: skip


def _reshard(
    name: str, title: str, tensors: Mapping[str, Shape], new_size: Mapping[int, int],
    dtype: str = "",
) -> Case:  # fmt: skip
    """`new_size` for each number of ranks that there were."""
    return Case(f"reshard-{name}", "p206.2", f"reshard {title}", "reshard_all",
                _labels(tensors, new_size, dtype), _RESHARDED, tuple(new_size),
                alone=True)  # fmt: skip


def _example(task: str, word: str, key: str, values: list[int]) -> Case:
    reshards = task == "p206.2"
    drive = "reshard" if reshards else "merge"
    make = _by_hand(key, values, **({"new_size": 2} if reshards else {}))
    title = f"{drive} {key.split('.')[-2]}, {len(values)} rows"
    return Case(f"{drive}-{word}-example", task, title, drive, make,
                _RESHARDED_BY_HAND if reshards else _MERGED_BY_HAND, (4,), True,
                alone=True)  # fmt: skip


_TOKENS = [10, 11, 12, 13, 14]
_CUT: Mapping[str, Shape] = {
    "self_attn.q_proj.weight": _matrix, "mlp.experts.5.up_proj.weight": _matrix,
    "mlp.gate_proj.bias": _vector, "mlp.down_proj.weight": _matrix,
    "self_attn.o_proj.weight": _matrix,
}  # fmt: skip
_KV: Mapping[str, Shape] = {
    "self_attn.k_proj.weight": _heads, "self_attn.v_proj.weight": _heads,
    "self_attn.v_proj.bias": _bias_of_heads,
}  # fmt: skip
_VOCAB: Mapping[str, Shape] = {"lm_head.weight": _vocab}
_WHOLE: Mapping[str, Shape] = {
    "input_layernorm.weight": _vector, "self_attn.q_norm.weight": _vector,
    "mlp.gate.weight": _matrix, "mlp.down_proj.bias": _vector, "self_attn.o_proj.bias": _vector,
}  # fmt: skip

CASES = (
    _example("p206.1", "k", _K, [1, 2]),
    _example("p206.1", "embed", _EMBED, _TOKENS),
    _merge("cut", "what is cut by rows or columns", _CUT),
    _merge("kv", "k_proj and v_proj, 2 KV heads", _KV, (1, 2, 4, 8)),
    _merge("vocabulary", "lm_head, rows that do not divide", _VOCAB, (1, 2, 3, 4)),
    _merge("whole", "norms, a router, biases of row-parallel layers", _WHOLE),
    _merge("bfloat16", "gate_proj in bfloat16", {"mlp.gate_proj.weight": _fixed(6, 4)}, (2,),
           "bfloat16"),
    _refusals("merge-refused", "p206.1", "merge copies that differ", {
        f"{_LAYER}input_layernorm.weight": (_vector, "the ranks' norms differ"),
        _K: (_heads, "the copies of a KV head differ")}, 4),
    _example("p206.2", "k", _K, [1, 2]),
    _example("p206.2", "embed", _EMBED, _TOKENS),
    _reshard("cut", "what is cut by rows or columns, from 4 ranks to 2", _CUT, {4: 2}),
    _reshard("kv", "k_proj and v_proj, 2 KV heads", _KV, {4: 2, 2: 4, 1: 4}),
    _reshard("vocabulary", "lm_head, rows that do not divide", _VOCAB, {4: 3, 3: 2, 2: 4, 1: 4}),
    _reshard("whole", "norms, a router, biases of row-parallel layers", _WHOLE, {4: 2}),
    _reshard("one", "o_proj from 4 ranks to 1", {"self_attn.o_proj.weight": _matrix}, {4: 1}),
    _reshard("bfloat16", "lm_head in bfloat16", {"lm_head.weight": _fixed(5, 4)}, {4: 2},
             "bfloat16"),
    _refusals("reshard-refused", "p206.2", "reshard what does not divide, to 3 ranks", {
        _K: (_heads, "2 KV heads on 3 ranks"),
        f"{_LAYER}self_attn.q_proj.weight": (_fixed(4, 3), "4 rows on 3 ranks"),
        f"{_LAYER}mlp.down_proj.weight": (_fixed(3, 8), "8 columns on 3 ranks")}, 4, 3),
    Case("tiny-qwen3", "p206.2", "models/tiny-qwen3 from 4 ranks to 2, and from 2 to 4",
         "reshard_all", _checkpoint, _REAL, (2, 4), alone=True),
)  # fmt: skip
