"""Chapter 7: the rotation of heads, and attention of one sequence.

The cache and the number of blocks are in `ch07_cache`, the layer in `ch07_layer` and `ch07_heads`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..i18n import _
from ..records import Inputs
from ..telling import saying
from .ch07_cache import CACHE_CASES, alone
from .ch07_heads import HEAD_CASES
from .ch07_layer import LAYER_CASES
from .common import Expected, integers, outputs

Rng = np.random.Generator
Make = Callable[[Rng, int], Inputs]


def _single(array: np.ndarray) -> np.ndarray:
    return array.astype(np.float32)


# 7.1: rotation


def _rotated(inputs: Inputs, tp: int) -> list[Expected]:
    """The oracle: dimension i turns with i + dim / 2."""
    x = inputs.arrays["x"].astype(np.float64)
    half = x.shape[-1] // 2
    a, b = x[..., :half], x[..., half:]
    cos, sin = inputs.arrays["cos"], inputs.arrays["sin"]
    return [{"y": _single(np.concatenate([a * cos - b * sin, b * cos + a * sin], axis=-1))}]


def _quarter_turn(rng: Rng, tp: int) -> Inputs:
    """Token 0 is not turned, token 1 by 90 degrees."""
    x = np.array([[[1, 2, 3, 4]]] * 2, np.float32)
    cos, sin = np.array([[[1, 1]], [[0, 0]]]), np.array([[[0, 0]], [[1, 1]]])
    return Inputs({}, {"x": x, "cos": _single(cos), "sin": _single(sin)})


def _turn(rng: Rng, tp: int) -> Inputs:
    """Whole numbers in place of cosines: the arithmetic is the same, and exact."""
    half = int(rng.integers(2, 5))
    arrays = {"x": integers(rng, 3, 3, 2 * half)}
    arrays |= {name: integers(rng, 3, 1, half) for name in ("cos", "sin")}
    return Inputs({"dtype": "bfloat16"}, arrays)


# 7.4: attention of one sequence


def _attended(inputs: Inputs, tp: int) -> list[Expected]:
    """The oracle, token by token and head by head, in float64."""
    q, k, v = (inputs.arrays[name].astype(np.float64) for name in "qkv")
    group = q.shape[1] // k.shape[1]
    y = np.empty_like(q)
    for t, h in np.ndindex(q.shape[:2]):
        seen = len(k) - len(q) + t + 1
        scores = k[:seen, h // group] @ q[t, h] / np.sqrt(q.shape[-1])
        weights = np.exp(scores - scores.max())
        y[t, h] = weights @ v[:seen, h // group] / weights.sum()
    return [{"y": _single(y)}]


def _no_preference(q: tuple[int, int, int], v: Any) -> Make:
    """Queries of zeros: every token's answer is the mean of the values that it sees."""
    values = np.array(v, np.float32)
    given = {"q": np.zeros(q, np.float32), "k": np.ones_like(values), "v": values}
    return lambda rng, tp: Inputs({}, given)


def _liked_twice(rng: Rng, tp: int) -> Inputs:
    """One new token. Its query has the scores 4 and 0 with two keys: 2 and 0 for a head of 4."""
    q, k, v = np.zeros((1, 1, 4)), np.zeros((2, 1, 4)), np.zeros((2, 1, 4))
    q[..., 0] = k[0, :, 0] = 2
    v[0, :, 0] = v[1, :, 1] = 100
    return Inputs({}, {"q": _single(q), "k": _single(k), "v": _single(v)})


def _sequence(new: int, total: int, heads: int, kv_heads: int, **params: Any) -> Make:
    def make(rng: Rng, tp: int) -> Inputs:
        dim = 2 * int(rng.integers(2, 5))
        return Inputs(params, {
            "q": integers(rng, new, heads, dim) / 2,
            "k": integers(rng, total, kv_heads, dim) / 2,
            "v": integers(rng, total, kv_heads, dim, low=-30, high=31),
        })  # fmt: skip

    return make


# cases


_ROTATED = outputs(_rotated, show=("x", "cos", "sin"))


def _sizes(inputs: Inputs) -> str:
    """`2 new tokens of 5, 6 query heads, 2 KV heads, head_dim 4`."""
    q, k = inputs.arrays["q"], inputs.arrays["k"]
    sizes = _(
        "{new} new tokens of {total}, {heads} query heads, {kv_heads} KV heads, head_dim {dim}"
    )
    kv_heads, dim = k.shape[1:]
    return sizes.format(new=len(q), total=len(k), heads=q.shape[1], kv_heads=kv_heads, dim=dim)


def _token_and_head(_name: str) -> Sequence[str]:
    return "token", "head"


_BY_HAND = outputs(_attended, show=("q", "k", "v"), tolerance=2e-5)
_ATTENDED = saying(outputs(_attended, tolerance=2e-5, axes=_token_and_head), _sizes)
_ROUGHLY = saying(outputs(_attended, tolerance=2e-2, axes=_token_and_head), _sizes)

CASES = (
    alone("rope-example", "1", "a quarter turn", "rotate", _quarter_turn, _ROTATED, (1,), True),
    alone("rope", "1", "as many heads as tokens, in bfloat16", "rotate", _turn, _ROTATED),
    *CACHE_CASES,
    alone("attend-example", "4", "a prompt, the mean of what is seen", "attend",
          _no_preference((3, 1, 2), [[[2, 20]], [[4, 40]], [[6, 60]]]), _BY_HAND, (1,), True),
    alone("attend-decode-example", "4", "one new token, the mean of what is seen", "attend",
          _no_preference((1, 1, 2), [[[2, 20]], [[4, 40]], [[6, 60]]]), _BY_HAND, (1,), True),
    alone("attend-groups-example", "4", "4 query heads, 2 KV heads", "attend",
          _no_preference((1, 4, 1), [[[1], [5]], [[3], [7]]]), _BY_HAND, (1,), True),
    alone("attend-scores-example", "4", "one new token that likes the first of two", "attend",
          _liked_twice, _BY_HAND, (1,), True),
    alone("attend", "4", "2 new tokens of 5", "attend", _sequence(2, 5, 6, 2), _ATTENDED),
    alone("attend-bfloat16", "4", "a prompt in bfloat16, all heads share a KV head", "attend",
          _sequence(3, 3, 3, 1, dtype="bfloat16"), _ROUGHLY),
    *LAYER_CASES,
    *HEAD_CASES,
)  # fmt: skip
