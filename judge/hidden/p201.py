"""Problem 201: layouts, padded weights, and attention on the ranks' shards."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ..provenance import Source, labelled
from ..records import Case, Inputs
from .common import REFUSED, Expected, calls, outputs

Rng = np.random.Generator
Make = Callable[[Rng, int], Inputs]
Heads = tuple[int, int, int]  # query heads, KV heads, ranks


def layout_of(num_heads: int, num_kv_heads: int, size: int) -> list[int | None]:
    """The oracle: each group's slots are the next multiple of the ranks that share it."""
    sharing = max(1, size // num_kv_heads)
    group = num_heads // num_kv_heads
    slots = next(n for n in range(group, 2 * group + sharing) if n % sharing == 0)
    padded = np.full((num_kv_heads, slots), -1)
    padded[:, :group] = np.arange(num_heads).reshape(num_kv_heads, group)
    return [None if head < 0 else int(head) for head in padded.reshape(-1)]


def in_slots(weight: np.ndarray, layout: list[int | None], head_dim: int) -> np.ndarray:
    """The oracle: rows by head, zeros for empty slots."""
    heads = weight.reshape(-1, head_dim, *weight.shape[1:])
    padded = np.stack([np.zeros_like(heads[0]) if h is None else heads[h] for h in layout])
    return padded.reshape(-1, *weight.shape[1:])


# layouts


def _layouts(*made: Heads) -> Make:
    answers = [layout_of(*call) for call in made]
    return lambda rng, tp: Inputs({"calls": [list(c) for c in made]}, {}, {"answers": answers})


def _any_layouts(rng: Rng, tp: int) -> Inputs:
    """Ranks that share a KV head, with and without empty slots, then ranks with whole groups."""
    kv, sharing, group = (int(rng.integers(2, 5)) for _ in range(3))
    odd = sharing * group + int(rng.integers(1, sharing))
    size, more = kv, sharing
    return _layouts(
        (kv * odd, kv, kv * sharing),
        (kv * sharing * group, kv, kv * sharing),
        (size * more * group, size * more, size),
        (3 * size, size, size),
    )(rng, tp)


def _refused(rng: Rng, tp: int) -> Inputs:
    group = int(rng.integers(2, 7))
    made = [[6 * group, 6, 4], [4 * group, 4, 6], [4 * group + 1, 4, 4], [14, 3, 3]]
    return Inputs({"calls": made}, {}, {"answers": [REFUSED] * len(made)})


# padded weights


def _pad(function: str, heads: Heads, bias: bool = False, **more: object) -> Make:
    def make(rng: Rng, tp: int) -> Inputs:
        head_dim, hidden = int(rng.integers(2, 4)), int(rng.integers(2, 5))
        start = int(rng.integers(1, 10 if more else 2000))
        rows = heads[0] * head_dim
        weight = labelled(start, rows, hidden)
        weight = weight if function == "pad_rows" else np.ascontiguousarray(weight.T)
        arrays = {"W": weight} | ({"b": labelled(start + weight.size, rows)} if bias else {})
        params = {"function": function, "layout": layout_of(*heads), "head_dim": head_dim}
        return Inputs(params | more, arrays)

    return make


def _pad_expected(inputs: Inputs, tp: int) -> list[Expected]:
    layout, head_dim = inputs.params["layout"], inputs.params["head_dim"]
    weight = inputs.arrays["W"]
    if inputs.params["function"] == "pad_columns":
        return [{"padded": in_slots(weight.T, layout, head_dim).T}]
    expected = {"padded": in_slots(weight, layout, head_dim)}
    if "b" in inputs.arrays:
        expected["padded bias"] = in_slots(inputs.arrays["b"], layout, head_dim)
    return [expected]


def _pad_by_hand(function: str) -> Make:
    """Heads full of their number plus 1, one row each: the first group of 14 heads on 4 ranks."""
    weight = np.arange(1, 8, dtype=np.float32)[:, None]
    params = {"function": function, "layout": [*range(7), None], "head_dim": 1}
    arrays = {"W": weight if function == "pad_rows" else weight.T.copy()}
    return lambda rng, tp: Inputs(params, arrays)


def _pad_sources(inputs: Inputs) -> list[Source]:
    if inputs.params["function"] == "pad_columns":
        return []
    dim = inputs.params["head_dim"]
    return [Source(name, inputs.arrays[name], "head", dim) for name in inputs.arrays]


# shards


def _weights(heads: Heads, fill: Callable[..., np.ndarray], head_dim: int, hidden: int) -> Inputs:
    """All weights and biases of an attention block; `fill` makes each of a shape."""
    num_heads, num_kv_heads, size = heads
    rows = {"q": num_heads * head_dim, "k": num_kv_heads * head_dim, "v": num_kv_heads * head_dim}
    arrays = {f"{name}_proj.weight": fill(n, hidden) for name, n in rows.items()}
    arrays |= {f"{name}_proj.bias": fill(n) for name, n in rows.items()}
    arrays["o_proj.weight"] = fill(hidden, rows["q"])
    params = {"size": size, "num_heads": num_heads, "num_kv_heads": num_kv_heads}
    return Inputs({**params, "head_dim": head_dim}, arrays)


def _labels(heads: Heads) -> Make:
    def make(rng: Rng, tp: int) -> Inputs:
        start = int(rng.integers(1, 2000))

        def fill(*dims: int) -> np.ndarray:
            nonlocal start
            made = labelled(start, *dims)
            start += made.size
            return made

        return _weights(heads, fill, int(rng.integers(2, 4)), int(rng.integers(2, 5)))

    return make


def _shards_expected(inputs: Inputs, tp: int) -> list[Expected]:
    size, kv = inputs.params["size"], inputs.params["num_kv_heads"]
    return [_shards_of(inputs, rank, size, kv) for rank in range(size)]


def _shards_of(inputs: Inputs, rank: int, size: int, kv: int) -> Expected:
    head_dim = inputs.params["head_dim"]
    layout = layout_of(inputs.params["num_heads"], kv, size)
    slots = [layout[i] for i in np.split(np.arange(len(layout)), size)[rank]]
    heads: list[int | None] = [rank // (size // kv)] if kv < size else []
    heads = heads or [int(h) for h in np.split(np.arange(kv), size)[rank]]
    held = {}
    for name, weight in inputs.arrays.items():
        if name == "o_proj.weight":
            held[name] = in_slots(weight.T, slots, head_dim).T
        else:
            held[name] = in_slots(weight, slots if name[0] == "q" else heads, head_dim)
    return held


def _shard_sources(inputs: Inputs) -> list[Source]:
    """q, k and v are read back by head; the columns of o are left as numbers."""
    dim = inputs.params["head_dim"]
    named = {name: w for name, w in inputs.arrays.items() if name != "o_proj.weight"}
    return [Source(name, w, f"{name[0]} head", dim) for name, w in named.items()]


# attention


def _random(heads: Heads) -> Make:
    def make(rng: Rng, tp: int) -> Inputs:
        def fill(*dims: int) -> np.ndarray:
            return rng.standard_normal(dims).astype(np.float32)

        hidden = int(rng.integers(3, 7))
        inputs = _weights(heads, fill, int(rng.integers(2, 4)), hidden)
        return Inputs(inputs.params, {**inputs.arrays, "x": fill(int(rng.integers(3, 6)), hidden)})

    return make


def _attention_expected(inputs: Inputs, tp: int) -> list[Expected]:
    """The oracle: the uncut attention, head by head, in float64."""
    arrays = {name: a.astype(np.float64) for name, a in inputs.arrays.items()}
    dim, x = inputs.params["head_dim"], arrays["x"]
    group = inputs.params["num_heads"] // inputs.params["num_kv_heads"]
    q, k, v = (
        (x @ arrays[f"{n}_proj.weight"].T + arrays[f"{n}_proj.bias"]).reshape(len(x), -1, dim)
        for n in "qkv"
    )
    mixed = np.zeros_like(q)
    for head in range(q.shape[1]):
        scores = q[:, head] @ k[:, head // group].T / np.sqrt(dim)
        scores = np.where(np.tri(len(x), dtype=bool), scores, -np.inf)
        odds = np.exp(scores - scores.max(-1, keepdims=True))
        mixed[:, head] = odds / odds.sum(-1, keepdims=True) @ v[:, head // group]
    y = mixed.reshape(len(x), -1) @ arrays["o_proj.weight"].T
    return [{"sum of the outputs": y.astype(np.float32)}]


# cases

_PADDED = outputs(_pad_expected, show=("W", "b"), sources=_pad_sources)
_SHARDED = outputs(_shards_expected, sources=_shard_sources)
_ATTENDED = outputs(_attention_expected, tolerance=1e-4)
_LAYOUT = calls("padded_layout")
_QWEN = (14, 2, 4)


def _layout_case(name: str, title: str, make: Make, visible: bool = False) -> Case:
    full = f"padded_layout, {title}"
    return Case(name, "p201.1", full, "layouts", make, _LAYOUT, (1,), visible, alone=True)


def _pad_case(name: str, title: str, make: Make, visible: bool = False) -> Case:
    return Case(name, "p201.2", title, "pad", make, _PADDED, (1,), visible, alone=True)


def _shard_case(name: str, heads: Heads, visible: bool = False) -> Case:
    title = "shards, {} heads, {} KV heads".format(*heads)
    return Case(name, "p201.3", title, "shards", _labels(heads), _SHARDED, (heads[2],), visible,
                alone=True)  # fmt: skip


def _attention_case(name: str, heads: Heads) -> Case:
    title = "all ranks' attention added up, {} heads, {} KV heads".format(*heads)
    return Case(name, "p201.3", title, "attention", _random(heads), _ATTENDED, (heads[2],), True,
                alone=True)  # fmt: skip


CASES = (
    _layout_case("layout-example", "14 heads, 2 KV heads, 4 ranks", _layouts(_QWEN), True),
    _layout_case("layout", "ranks that share a KV head, and ranks with several", _any_layouts),
    _layout_case("layout-empty-rank", "a rank with empty heads only", _layouts((5, 1, 4))),
    _layout_case("layout-one-rank", "a single rank", _layouts((14, 2, 1), (3, 3, 1))),
    _layout_case("layout-refused", "what cannot lie on the ranks", _refused),
    _pad_case("rows-example", "pad_rows of heads 1 to 7", _pad_by_hand("pad_rows"), True),
    _pad_case("rows", "pad_rows of q_proj and its bias", _pad("pad_rows", (6, 2, 4), bias=True)),
    _pad_case("rows-bfloat16", "pad_rows in bfloat16",
              _pad("pad_rows", (3, 1, 2), dtype="bfloat16")),
    _pad_case("columns-example", "pad_columns of heads 1 to 7", _pad_by_hand("pad_columns"), True),
    _pad_case("columns", "pad_columns of o_proj in bfloat16",
              _pad("pad_columns", (6, 2, 4), dtype="bfloat16")),
    _shard_case("shards-example", _QWEN, True),
    _attention_case("attention-example", _QWEN),
    _shard_case("shards-many-groups", (12, 4, 2)),
    _shard_case("shards-empty-rank", (4, 1, 3)),
    _shard_case("shards-one-rank", (3, 1, 1)),
)  # fmt: skip
