"""Problem 190: inputs, oracle and cases. Plain numbers, no tensors."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from ..i18n import _
from ..records import Case, Finding, GroupRun, Inputs, Json, Verdict
from .common import REFUSED, Refusal, calls, came_to

Rng = np.random.Generator
Make = Callable[[Rng, int], Inputs]


def shapes(hidden: int, heads: int, head_size: int, intermediate: int, tp: int) -> Json:
    """The oracle: (out, in) of one rank's weights."""
    rows, neurons = heads // tp * head_size, intermediate // tp
    assert heads % tp == intermediate % tp == 0
    return {
        "q_proj": [rows, hidden],
        "o_proj": [hidden, rows],
        "gate_proj": [neurons, hidden],
        "down_proj": [hidden, neurons],
    }


def _fixed(*pairs: tuple[list[int], Json]) -> Make:
    made, answers = [call for call, _ in pairs], [answer for _, answer in pairs]
    return lambda rng, tp: Inputs({"calls": made}, {}, {"answers": answers})


def _legal(*made: list[int]) -> Make:
    return _fixed(*((call, shapes(*call)) for call in made))


# divide


def _divides(rng: Rng, tp: int) -> Inputs:
    pairs = [(int(rng.integers(2, 40)), int(rng.integers(2, 9))) for _ in range(3)]
    made: list[tuple[list[int], Json]] = [([a * b, b], a) for a, b in pairs]
    return _fixed(*made, ([7, 1], 7), ([5, 5], 1), ([0, 4], 0))(rng, tp)


def _large(rng: Rng, tp: int) -> Inputs:
    """A float holds whole numbers up to 2**53 only."""
    quotient = int(rng.integers(2**54, 2**55)) | 1
    return _fixed(([quotient * 3, 3], quotient))(rng, tp)


def _does_not_divide(rng: Rng, tp: int) -> Inputs:
    a, b = int(rng.integers(3, 40)), int(rng.integers(3, 9))
    made = ([14, 4], [2, 4], [a * b + 1, b], [a * b - 1, b])
    return _fixed(*((call, REFUSED) for call in made))(rng, tp)


# local_shapes


def _shapes(rng: Rng, tp: int) -> Inputs:
    """Sizes that differ, so that each number in a shape tells where it comes from."""
    sizes = [int(rng.choice(range(11, 40, 2)))]
    sizes += [
        tp * int(rng.integers(2, 6)),
        int(rng.choice([3, 5, 7])),
        tp * int(rng.integers(6, 9)),
    ]
    return _legal([*sizes, tp])(rng, tp)


def _shapes_refused(rng: Rng, tp: int) -> Inputs:
    """The heads do not divide, but the rows of q_proj do; then the intermediate size does not."""
    heads = tp * int(rng.integers(1, 4)) + int(rng.integers(1, tp))
    neurons = tp * int(rng.integers(5, 9)) + int(rng.integers(1, tp))
    fine = tp * int(rng.integers(1, 4))
    return _fixed(
        ([32, heads, 2 * tp, 8 * fine, tp], Refusal((heads, tp))),
        ([32, fine, 8, neurons, tp], Refusal((neurons, tp))),
    )(rng, tp)


def _by_weight(inputs: Inputs, run: GroupRun) -> Finding | None:
    """As for any call; of several shapes only the first wrong one is shown."""
    said = run.ranks[0].values["outcomes"]
    answers = inputs.secret["answers"]
    for call, answer, one in zip(inputs.params["calls"], answers, said, strict=True):
        if isinstance(answer, dict) and isinstance(one.get("value"), dict):
            text = f"local_shapes({', '.join(map(str, call))})"
            if finding := _first_wrong(text, answer, one["value"]):
                return finding
    return calls("local_shapes")(inputs, run)


def _first_wrong(
    text: str, answer: Mapping[str, list[int]], got: Mapping[str, Json]
) -> Finding | None:
    right = [name for name in answer if got.get(name) == answer[name]]
    for name, shape in answer.items():
        if name in got and got[name] != shape:
            return Finding(
                Verdict.WRONG_ANSWER,
                _("{call} is wrong for {name}.").format(call=text, name=name),
                str(tuple(shape)),
                _shape(got[name]),
                still_right=", ".join(right),
            )
    return None


def _shape(value: Json) -> str:
    return str(tuple(value)) if isinstance(value, list) else came_to({"value": value})


def _divide_case(name: str, make: Make, visible: bool = False) -> Case:
    return Case(
        name, "p190.1", "divide", "divide", make, calls("divide"), (1,), visible, alone=True
    )


def _case(
    name: str, title: str, make: Make, tp: tuple[int, ...] = (1, 2, 3, 4), visible: bool = False
) -> Case:
    return Case(name, "p190.2", title, "local_shapes", make, _by_weight, tp, visible, alone=True)


_QWEN3 = [1024, 16, 128, 3072]

CASES = (
    _divide_case("divide-example", _fixed(([16, 2], 8), ([3072, 2], 1536), ([151936, 16], 9496)),
                 True),
    _divide_case("divide-refuses-example", _fixed(([14, 4], REFUSED)), True),
    _divide_case("divide", _divides),
    _divide_case("divide-large", _large),
    _divide_case("divide-refuses", _does_not_divide),
    _divide_case("divide-by-less-than-1", _fixed(([4, 0], REFUSED), ([6, -2], REFUSED))),
    _case("qwen3-on-2", "Qwen3-0.6B on 2 ranks", _legal([*_QWEN3, 2]), (2,), True),
    _case("qwen3-on-16", "Qwen3-0.6B on 16 ranks", _legal([*_QWEN3, 16]), (16,), True),
    _case("heads-14-on-4", "14 query heads on 4 ranks",
          _fixed(([896, 14, 64, 4864, 4], Refusal((14, 4)))), (4,), True),
    _case("shapes", "local_shapes", _shapes),
    _case("shapes-refused", "local_shapes, sizes that do not divide", _shapes_refused, (2, 3, 4)),
)  # fmt: skip
