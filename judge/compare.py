"""Is what a rank gave back what it should be, and if not, how does one say so in few words?

Order of the questions: is it there, is it a tensor, dtype, shape, finite, values. Zeros and NaN
never pass by accident: finiteness first, then the relative L2 error, then each element against a
scale taken from the expected values.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from .i18n import _
from .records import Json
from .wire import Array

MAX_WORD = 2000  # characters of a plain value that are printed
MAX_SHOWN = 48  # numbers of an array that are printed
_FEW = 12  # numbers that are printed whole although there is a name for each row

Axis: TypeAlias = str | tuple[str, ...]  # "token" for token 0, 1, …, or the name of each place


@dataclass(frozen=True)
class Difference:
    """One way in which a value is not the expected one."""

    kind: str  # missing | type | dtype | shape | non-finite | values
    sentence: str
    expected: str
    actual: str
    where: str = ""  # "token 0, head 2": the first row that differs, and the only one shown


def difference(
    name: str, expected: np.ndarray, got: Array | Json, tolerance: float = 0.0, dtype: str = "",
    axes: Sequence[Axis] = (),
) -> Difference | None:  # fmt: skip
    """None when `got` is `expected`. `tolerance` is relative; 0 wants equal values.

    `dtype` is the name that the tensor must have; by default that of `expected`. `axes` names all
    dimensions but the last: of many numbers only the first row that differs is shown.
    """
    if not isinstance(got, Array):
        return _no_tensor(name, expected, got)
    dtype = dtype or expected.dtype.name
    if got.shape != expected.shape:
        sentence = _shapes_differ(name, expected, got)
        return Difference("shape", sentence, show(expected), show(got.numpy()))
    if got.dtype != dtype:
        sentence = _("{name} is {got}, expected {expected}")
        sentence = sentence.format(name=name, got=got.dtype, expected=dtype)
        return Difference("dtype", sentence, dtype, got.dtype)
    return _values(name, expected, got.numpy(), tolerance, axes)


def _shapes_differ(name: str, expected: np.ndarray, got: Array) -> str:
    """Bytes have a length, not a shape."""
    if is_bytes(expected) and got.dtype == "uint8" and len(got.shape) == 1:
        sentence = _("{name} has {got} bytes, expected {expected}")
        return sentence.format(name=name, got=got.shape[0], expected=expected.shape[0])
    sentence = _("{name} has shape {got}, expected {expected}")
    return sentence.format(name=name, got=shape(got.shape), expected=shape(expected.shape))


def is_bytes(expected: np.ndarray) -> bool:
    """Whether an answer is a row of bytes."""
    return expected.dtype == np.uint8 and expected.ndim == 1


def _no_tensor(name: str, expected: np.ndarray, got: Json) -> Difference:
    if got is None:
        sentence = _("{name} is None, expected a tensor").format(name=name)
        return Difference("missing", sentence, show(expected), "None")
    described = isinstance(got, dict) and set(got) in ({"type"}, {"described"})
    kind = word(got) if described else _("a {type}").format(type=type(got).__name__)
    sentence = _("{name} is {kind}, expected a tensor").format(name=name, kind=kind)
    return Difference("type", sentence, show(expected), kind)


def _values(
    name: str, expected: np.ndarray, got: np.ndarray, tolerance: float, axes: Sequence[Axis]
) -> Difference | None:
    if got.dtype.kind in "fc" and not np.isfinite(got).all() and np.isfinite(expected).all():
        index = tuple(int(i) for i in np.argwhere(~np.isfinite(got))[0])
        sentence = _("{name} is not finite at index {index}: {value}").format(
            name=name, index=list(index), value=got[index]
        )
        row = index[:-1] if _is_long(expected, axes) else ()
        both = show(expected[row]), show(got[row])
        return Difference("non-finite", sentence, *both, _place(axes, row))
    if _close(expected, got, tolerance):
        return None
    row = _first_row(expected, got, tolerance) if _is_long(expected, axes) else ()
    wanted, shown = show(expected[row]), show(got[row])
    sentence = _("{name} has wrong values").format(name=name)
    if wanted == shown:
        sentence = _furthest(name, expected, got)
    return Difference("values", sentence, wanted, shown, _place(axes, row))


def _is_long(expected: np.ndarray, axes: Sequence[Axis]) -> bool:
    """Whether one row is shown and not all."""
    return expected.size > _FEW and len(axes) == expected.ndim - 1


def _first_row(expected: np.ndarray, got: np.ndarray, tolerance: float) -> tuple[int, ...]:
    """Where the first row lies that is off, or where all are off by a little, the worst one."""
    want, have = expected.astype(np.float64), got.astype(np.float64)
    off = np.abs(have - want).max(axis=-1)
    bad = np.flatnonzero(~(off <= 10 * tolerance * np.abs(want).max()))
    first = int(bad[0]) if len(bad) else int(off.argmax())
    return tuple(int(i) for i in np.unravel_index(first, off.shape))


def _place(axes: Sequence[Axis], row: Sequence[int]) -> str:
    """ "token 0, head 2"."""
    named = zip(axes, row, strict=False)
    return ", ".join(f"{axis} {i}" if isinstance(axis, str) else axis[i] for axis, i in named)


def _furthest(name: str, expected: np.ndarray, got: np.ndarray) -> str:
    """For arrays that are printed alike: the elements that differ most, in more digits."""
    off = np.abs(expected.astype(np.float64) - got.astype(np.float64))
    index = np.unravel_index(int(off.argmax()), off.shape)
    sentence = _("{name} has wrong values, furthest off: {got:.8g}, expected {expected:.8g}")
    if index:
        sentence = _(
            "{name} has wrong values, furthest off at index {index}: {got:.8g}, "
            "expected {expected:.8g}"
        )
    return sentence.format(
        name=name,
        index=[int(i) for i in index],
        got=float(got[index]),
        expected=float(expected[index]),
    )


def _close(expected: np.ndarray, got: np.ndarray, tolerance: float) -> bool:
    if tolerance == 0.0 or expected.size == 0:
        return bool(np.array_equal(expected, got))
    want, have = expected.astype(np.float64), got.astype(np.float64)
    finite = np.isfinite(want)
    if not finite.all():  # an infinity is near nothing but itself
        same = np.array_equal(want[~finite], have[~finite], equal_nan=True)
        return same and _close(want[finite], have[finite], tolerance)
    norm = float(np.linalg.norm(want))
    if float(np.linalg.norm(have - want)) > tolerance * max(norm, 1e-30):
        return False
    return bool(np.abs(have - want).max() <= 10 * tolerance * max(np.abs(want).max(), 1e-30))


def value_difference(name: str, expected: Json, got: Json) -> Difference | None:
    """The same for plain Python values: ints, strings, lists."""
    if isinstance(got, Array):
        sentence = _("{name} is a tensor, expected {expected}")
        sentence = sentence.format(name=name, expected=word(expected))
        return Difference("type", sentence, word(expected), _("a tensor"))
    if type(got) is type(expected) and got == expected:
        return None
    if type(got) is type(expected) is bool and " is " in name:  # "y is x": a sentence already
        sentence = name if got else name.replace(" is ", _(" is not "), 1)
    else:
        sentence = _("{name} is {value}").format(name=name, value=word(got))
    return Difference("values", sentence, word(expected), word(got))


def word(value: Json) -> str:
    """A plain value as Python writes it; a foreign object by its type, or as it is described."""
    text = _word(value)
    return text if len(text) <= MAX_WORD else text[:MAX_WORD] + "…"


def _word(value: Json) -> str:
    match value:
        case {"type": kind} if len(value) == 1:
            return _("a {type}").format(type=str(kind)[:80])
        case {"described": text} if len(value) == 1:
            return str(text)
        case list():
            return "[" + ", ".join(map(_word, value)) + "]"
        case dict():
            return "{" + ", ".join(f"{key!r}: {_word(part)}" for key, part in value.items()) + "}"
    return repr(value)


def shape(dims: tuple[int, ...]) -> str:
    return "[" + ", ".join(str(n) for n in dims) + "]"


def show(array: np.ndarray) -> str:
    """An array as nested lists with short numbers; large ones by shape and first values."""
    if max(array.size, *array.shape, 0) > MAX_SHOWN:  # a size of 0 may hide a length of 2**28
        first = ", ".join(number(v) for v in array.reshape(-1)[:6])
        return _("{shape} starting {first}, …").format(shape=shape(array.shape), first=first)
    return _nested(array)


def _nested(array: np.ndarray) -> str:
    if array.ndim == 0:
        return number(array.reshape(-1)[0])
    return "[" + ", ".join(_nested(part) for part in array) + "]"


def number(value: np.generic | float) -> str:
    """A number in few characters."""
    if isinstance(value, np.generic) and value.dtype.kind in "iub":
        return str(value)
    real = float(np.real(value))
    return str(int(real)) if real.is_integer() and abs(real) < 1e15 else f"{real:.4g}"
