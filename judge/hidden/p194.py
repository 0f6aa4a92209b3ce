"""Problem 194: inputs, oracle and cases. Plain numbers, no tensors."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ..records import Case, Inputs, Json
from .common import Refusal, calls

Rng = np.random.Generator
Make = Callable[[Rng, int], Inputs]
Call = list[int]

UNEVEN, PADDED = "vocab_range", "padded_range"
_TASK = {UNEVEN: "p194.1", PADDED: "p194.2"}


def uneven(vocab_size: int, tp_rank: int, tp_size: int) -> list[int]:
    """The oracle: ids handed out one by one, a rank at a time."""
    room = (vocab_size + tp_size - 1) // tp_size
    cuts = [min(room * rank, vocab_size) for rank in range(tp_size + 1)]
    return cuts[tp_rank : tp_rank + 2]


def padded(vocab_size: int, tp_rank: int, tp_size: int, multiple: int) -> list[int]:
    """The oracle: the first number of rows that is large enough, and the real ones among them."""
    rows = next(n for n in range(0, vocab_size + multiple, multiple) if n * tp_size >= vocab_size)
    start, end = rows * tp_rank, rows * (tp_rank + 1)
    return [start, end, max(0, min(end, vocab_size) - start)]


_ORACLE: dict[str, Callable[..., Json]] = {UNEVEN: uneven, PADDED: padded}


def _inputs(function: str, made: list[Call]) -> Inputs:
    return Inputs({"calls": made}, {}, {"answers": [_ORACLE[function](*call) for call in made]})


def _ranks(function: str, vocab_size: int, tp: int, *more: int) -> Make:
    """What each rank is told, in order."""
    made = [[vocab_size, rank, tp, *more] for rank in range(tp)]
    return lambda rng, _: _inputs(function, made)


def _backwards(vocab_size: int, tp: int, *more: int) -> list[Call]:
    """The last rank first: nothing may be remembered from call to call."""
    return [[vocab_size, rank, tp, *more] for rank in reversed(range(tp))]


def _every_size(rng: Rng, tp: int) -> Inputs:
    """Each vocabulary up to 3 ids a rank, the smallest first, and a large one."""
    sizes = [*range(1, 3 * tp + 1), int(rng.integers(10 * tp, 999 * tp))]
    return _inputs(UNEVEN, [call for size in sizes for call in _backwards(size, tp)])


def _padded(rng: Rng, tp: int) -> Inputs:
    """Nothing to pad; a last rank with some padding; one without a real row."""
    multiple = int(rng.integers(2, 9))
    even = tp * multiple * int(rng.integers(2, 6))
    none = multiple * (tp - 1) - int(rng.integers(0, multiple))
    sizes = [even, even - int(rng.integers(1, multiple)), *([none] if tp > 1 else [])]
    return _inputs(PADDED, [call for size in sizes for call in _backwards(size, tp, multiple)])


def _no_such_rank(function: str, *more: int) -> Make:
    ranks = [(4, 4), (9, 3), (-1, 2)]
    made = [[100, rank, tp, *more] for rank, tp in ranks]
    answers = [Refusal((abs(rank), tp)) for rank, tp in ranks]
    return lambda rng, _: Inputs({"calls": made}, {}, {"answers": answers})


def _case(
    name: str, function: str, note: str, make: Make, tp: tuple[int, ...], visible: bool = False
) -> Case:
    title = f"{function}, {note}"
    return Case(
        name, _TASK[function], title, function, make, calls(function), tp, visible, alone=True
    )


_QWEN3 = 151936

CASES = (
    _case("range-10-on-3", UNEVEN, "10 ids on 3 ranks", _ranks(UNEVEN, 10, 3), (3,), True),
    _case("range-5-on-4", UNEVEN, "5 ids on 4 ranks", _ranks(UNEVEN, 5, 4), (4,), True),
    _case("range-qwen3", UNEVEN, "Qwen3's 151936 ids", _ranks(UNEVEN, _QWEN3, 2), (2,), True),
    _case("range", UNEVEN, "small vocabularies and a large one", _every_size, (1, 2, 3, 4)),
    _case("range-rank", UNEVEN, "a rank that is not there", _no_such_rank(UNEVEN), (4,)),
    _case("padded-10-on-3", PADDED, "10 ids on 3 ranks, multiples of 2",
          _ranks(PADDED, 10, 3, 2), (3,), True),
    _case("padded-qwen3", PADDED, "Qwen3's 151936 ids, multiples of 64",
          _ranks(PADDED, _QWEN3, 4, 64), (4,), True),
    _case("padded", PADDED, "no padding, some, and a rank of padding only", _padded, (1, 2, 3, 4)),
    _case("padded-rank", PADDED, "a rank that is not there", _no_such_rank(PADDED, 8), (4,)),
)  # fmt: skip
