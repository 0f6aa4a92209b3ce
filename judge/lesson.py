"""What the cells of a lesson import: predictions, and the pictures of tensors on their ranks.

    from judge.lesson import draw_shards, predict

It needs no notebook. It never imports torch: a tensor is whatever has `tolist`.
"""

from __future__ import annotations

import math
from typing import Any

from .i18n import _
from .pictures import draw_shards, draw_timeline, draw_walk

__all__ = ["draw_shards", "draw_timeline", "draw_walk", "predict"]

_CLOSE = 1e-3  # relative: a fraction worked out by hand has three digits


def predict(prediction: Any, answer: Any, why: str = "") -> None:
    """Print whether a prediction is right, beside the answer; while it is `...`, ask for one.

    Lists, tuples, shapes and tensors with the same numbers are equal. Fractions may differ by one
    in a thousand, whole numbers not at all. `why` is printed after the answer.

        predict([4, 3], weight.shape)
    """
    if prediction is ...:
        print(_("No prediction yet: write one in place of ..., then run this cell again."))
        return
    mine, right = _plain(prediction), _plain(answer)
    if _same(mine, right):
        print(_("Right: {answer}").format(answer=right))
    else:
        print(_("Not so. Your prediction: {mine}").format(mine=mine))
        print(_("        The answer:      {answer}").format(answer=right))
    if why:
        print(why)


def _plain(value: Any) -> Any:
    """Tensors, arrays, shapes and ranges as lists; the rest as it is."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple | range):
        return [_plain(item) for item in value]
    return value


def _same(mine: Any, right: Any) -> bool:
    if isinstance(mine, list) and isinstance(right, list):
        return len(mine) == len(right) and all(map(_same, mine, right))
    if isinstance(mine, dict) and isinstance(right, dict):
        return mine.keys() == right.keys() and all(_same(mine[key], right[key]) for key in right)
    if isinstance(mine, str) and isinstance(right, str):
        return mine.strip().lower() == right.strip().lower()
    if float in (type(mine), type(right)):
        return _close(mine, right)
    return bool(mine == right)


def _close(mine: Any, right: Any) -> bool:
    numbers = all(isinstance(number, int | float) for number in (mine, right))
    return numbers and math.isclose(mine, right, rel_tol=_CLOSE, abs_tol=1e-9)
