"""Problem 193: inputs, oracle and cases. Plain numbers, no tensors."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ..records import Case, Inputs, Json
from .common import Refusal, calls

Rng = np.random.Generator
Make = Callable[[Rng, int], Inputs]

HELD, REPLICAS, PAIRS = "kv_heads_of_rank", "ranks_of_kv_head", "head_pairs"
_TASK = {HELD: "p193.1", REPLICAS: "p193.1", PAIRS: "p193.2"}


def held(tp_rank: int, tp_size: int, kv_heads: int) -> list[int]:
    """The oracle: KV heads written once for each replica, then cut evenly."""
    copies = max(1, tp_size // kv_heads)
    written = [head for head in range(kv_heads) for _ in range(copies)]
    count = len(written) // tp_size
    return written[tp_rank * count : (tp_rank + 1) * count]


def replicas(kv_head: int, tp_size: int, kv_heads: int) -> list[int]:
    return [rank for rank in range(tp_size) if kv_head in held(rank, tp_size, kv_heads)]


def pairs(tp_rank: int, tp_size: int, heads: int, kv_heads: int) -> list[list[int]]:
    every = [[head, head * kv_heads // heads] for head in range(heads)]
    count = heads // tp_size
    return every[tp_rank * count : (tp_rank + 1) * count]


_ORACLE: dict[str, Callable[..., Json]] = {HELD: held, REPLICAS: replicas, PAIRS: pairs}


def _inputs(function: str, made: list[list[int]]) -> Inputs:
    answers = [_ORACLE[function](*call) for call in made]
    return Inputs({"function": function, "calls": made}, {}, {"answers": answers})


def _fixed(function: str, *made: list[int]) -> Make:
    return lambda rng, tp: _inputs(function, list(made))


def _refused(function: str, *made: tuple[list[int], tuple[int, int]]) -> Make:
    answers = [Refusal(numbers) for _, numbers in made]
    params = {"function": function, "calls": [call for call, _ in made]}
    return lambda rng, tp: Inputs(params, {}, {"answers": answers})


def _kv_heads(rng: Rng, tp: int) -> int:
    """As many KV heads as ranks, or a few times as many; shrinks to tp."""
    return tp * int(rng.integers(1, 4))


def _fewer(rng: Rng, tp: int) -> int:
    """A number of KV heads below tp that divides it."""
    return int(rng.choice([n for n in range(1, tp) if tp % n == 0]))


def _held(rng: Rng, tp: int) -> Inputs:
    """At least as many KV heads as ranks, then fewer; the last rank first, as nothing may be
    remembered from call to call."""
    counts = [_kv_heads(rng, tp), *([_fewer(rng, tp)] if tp > 1 else [])]
    return _inputs(HELD, [[rank, tp, count] for count in counts for rank in reversed(range(tp))])


def _each_head(kv_heads: Callable[[Rng, int], int]) -> Make:
    def make(rng: Rng, tp: int) -> Inputs:
        count = kv_heads(rng, tp)
        return _inputs(REPLICAS, [[head, tp, count] for head in reversed(range(count))])

    return make


def _each_pair(kv_heads: Callable[[Rng, int], int], ratio: int = 0) -> Make:
    """`ratio` query heads to a KV head, or some number that tp allows."""

    def make(rng: Rng, tp: int) -> Inputs:
        count = kv_heads(rng, tp)
        heads = count * ratio if ratio else int(np.lcm(tp, count)) * int(rng.integers(2, 4))
        return _inputs(PAIRS, [[rank, tp, heads, count] for rank in reversed(range(tp))])

    return make


def _case(
    name: str, function: str, note: str, make: Make, tp: tuple[int, ...], visible: bool = False
) -> Case:
    title = f"{function}, {note}"
    return Case(
        name, _TASK[function], title, "call", make, calls(function), tp, visible, alone=True
    )


_MORE, _LESS = "at least as many KV heads as ranks", "fewer KV heads than ranks"
_ALL, _REPLICATED = (1, 2, 3, 4), (2, 3, 4, 6, 8)

CASES = (
    _case("held-example", HELD, "2 KV heads on 4 ranks",
          _fixed(HELD, *([rank, 4, 2] for rank in range(4))), (4,), True),
    _case("held-qwen3", HELD, "Qwen3-0.6B has 8 KV heads",
          _fixed(HELD, [0, 2, 8], [1, 2, 8], [0, 16, 8], [1, 16, 8], [15, 16, 8]), (2,), True),
    _case("held-refuses-example", HELD, "8 KV heads on 12 ranks",
          _refused(HELD, ([0, 12, 8], (8, 12))), (12,), True),
    _case("held", HELD, "KV heads cut or replicated", _held, (1, *_REPLICATED)),
    _case("held-refuses", HELD, "6 KV heads on 4 ranks",
          _refused(HELD, ([3, 4, 6], (6, 4)), ([1, 3, 2], (2, 3))), (4,)),
    _case("ranks-example", REPLICAS, "2 KV heads on 4 ranks",
          _fixed(REPLICAS, [0, 4, 2], [1, 4, 2]), (4,), True),
    _case("ranks-even", REPLICAS, _MORE, _each_head(_kv_heads), _ALL),
    _case("ranks-replicas", REPLICAS, _LESS, _each_head(_fewer), _REPLICATED),
    _case("ranks-refuses", REPLICAS, "what has no layout",
          _refused(REPLICAS, ([0, 12, 8], (8, 12)), ([5, 4, 6], (6, 4))), (4,)),
    _case("pairs-example", PAIRS, "8 query heads, 2 KV heads on 4 ranks",
          _fixed(PAIRS, *([rank, 4, 8, 2] for rank in range(4))), (4,), True),
    _case("pairs-qwen3", PAIRS, "Qwen3-0.6B: 16 query heads, 8 KV heads",
          _fixed(PAIRS, [1, 2, 16, 8], [3, 16, 16, 8]), (2,), True),
    _case("pairs-even", PAIRS, _MORE, _each_pair(_kv_heads), _ALL),
    _case("pairs-replicas", PAIRS, _LESS, _each_pair(_fewer), _REPLICATED),
    _case("pairs-mha", PAIRS, "a KV head for each query head", _each_pair(_kv_heads, 1), (2,)),
    _case("pairs-refuse-heads", PAIRS, "14 query heads on 4 ranks",
          _refused(PAIRS, ([0, 4, 14, 2], (14, 4))), (4,), True),
    _case("pairs-refuse-kv", PAIRS, "8 KV heads on 12 ranks",
          _refused(PAIRS, ([1, 12, 24, 8], (8, 12)), ([0, 4, 12, 6], (6, 4))), (12,)),
    _case("pairs-refuse-groups", PAIRS, "10 query heads, 4 KV heads",
          _refused(PAIRS, ([0, 2, 10, 4], (10, 4))), (2,)),
)  # fmt: skip
