"""Arrays and JSON between processes, nothing else: no pickle, no torch.

A frame is `length of head | length of body | head | body`. The head is JSON: `{"message": …,
"arrays": [[name, dtype, shape], …]}`; the body is the arrays' bytes in that order, row-major,
little-endian. Everything is checked before it is used; a bad frame is a `WireError`.
"""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .errors import WireError

MAX_HEAD = 8 << 20
MAX_BODY = 256 << 20
MAX_ARRAYS = 4096
MAX_DEPTH = 32
MAX_NDIM = 16
_PREFIX = struct.Struct("<QQ")

# dtype name -> numpy type that holds its bits; numpy has no bfloat16
STORAGE = {
    "float64": "<f8",
    "float32": "<f4",
    "float16": "<f2",
    "bfloat16": "<u2",
    "int64": "<i8",
    "int32": "<i4",
    "int16": "<i2",
    "int8": "<i1",
    "uint8": "<u1",
    "bool": "|b1",
    "complex64": "<c8",
    "complex128": "<c16",
}


@dataclass(frozen=True)
class Array:
    """A tensor's dtype, shape and bytes."""

    dtype: str
    shape: tuple[int, ...]
    data: bytes

    def numpy(self) -> np.ndarray:
        """The values as numpy; bfloat16 becomes float32, which holds it exactly."""
        if self.dtype == "bool":  # any byte but 0 is true, and numpy expects 1
            truth: np.ndarray = np.frombuffer(self.data, np.uint8) != 0
            return truth.reshape(self.shape)
        stored: np.ndarray = np.frombuffer(self.data, dtype=STORAGE[self.dtype]).reshape(self.shape)
        if self.dtype == "bfloat16":
            stored = (stored.astype(np.uint32) << 16).view(np.float32)
        return stored


def from_numpy(array: np.ndarray, dtype: str | None = None) -> Array:
    """`dtype="bfloat16"` rounds float values to the nearest bfloat16, ties to even."""
    if dtype == "bfloat16":
        return Array("bfloat16", array.shape, to_bfloat16_bits(array).tobytes())
    name = dtype or array.dtype.name
    if name not in STORAGE:
        raise WireError(f"a {name} array cannot be sent")
    return Array(name, array.shape, np.ascontiguousarray(array, STORAGE[name]).tobytes())


def to_bfloat16_bits(array: np.ndarray) -> np.ndarray:
    """The upper 16 bits of each float32, rounded to nearest even. uint16."""
    single = np.ascontiguousarray(array, np.float32)
    bits = single.view(np.uint32)
    rounded = ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype(np.uint16)
    return np.where(np.isnan(single), np.uint16(0x7FC0), rounded).astype(np.uint16)


def encode(message: Any, arrays: Mapping[str, Array] | None = None) -> bytes:
    """One frame."""
    arrays = arrays or {}
    listed = [[name, a.dtype, list(a.shape)] for name, a in arrays.items()]
    head = json.dumps({"message": message, "arrays": listed}).encode()
    body = b"".join(a.data for a in arrays.values())
    return _PREFIX.pack(len(head), len(body)) + head + body


def described(text: str) -> dict[str, str]:
    """In the place of a value: what it is, in words. They are printed as they are, unquoted."""
    return {"described": text}


class Decoder:
    """Turns a stream of bytes into frames, whatever the pieces it arrives in."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._start = 0  # of the next frame

    def feed(self, data: bytes) -> Iterator[tuple[Any, dict[str, Array]]]:
        """Yield each frame that is complete now. Raises WireError on the first bad one."""
        self._buffer += data
        try:
            while (frame := self._next()) is not None:
                yield frame
        finally:  # once, and not for each of many small frames
            del self._buffer[: self._start]
            self._start = 0

    def _next(self) -> tuple[Any, dict[str, Array]] | None:
        first = self._start + _PREFIX.size
        if len(self._buffer) < first:
            return None
        head_size, body_size = _PREFIX.unpack_from(self._buffer, self._start)
        if head_size > MAX_HEAD or body_size > MAX_BODY:
            raise WireError(f"a message of {head_size} + {body_size} bytes is too large")
        middle, end = first + head_size, first + head_size + body_size
        if len(self._buffer) < end:
            return None
        message, listed = _parse_head(bytes(self._buffer[first:middle]))
        body = bytes(self._buffer[middle:end])
        self._start = end
        return message, _split(listed, body)


def _parse_head(head: bytes) -> tuple[Any, list[Any]]:
    try:
        parsed = json.loads(head)
        message, listed = parsed["message"], parsed["arrays"]
    except RecursionError as error:
        raise WireError("a message is nested too deeply") from error
    except (ValueError, KeyError, TypeError) as error:
        raise WireError("a message is not the JSON it must be") from error
    if not isinstance(listed, list) or len(listed) > MAX_ARRAYS:
        raise WireError("a message lists its arrays wrongly")
    if _depth_exceeds(parsed, MAX_DEPTH):  # whoever prints it may recurse
        raise WireError("a message is nested too deeply")
    return message, listed


def _depth_exceeds(parsed: Any, most: int) -> bool:
    """Level by level, without recursion."""
    level = [parsed]
    for _ in range(most):
        level = [part for whole in level for part in _parts(whole)]
        if not level:
            return False
    return True


def _parts(whole: Any) -> Iterable[Any]:
    if isinstance(whole, dict):
        return whole.values()
    return whole if isinstance(whole, list) else ()


def _split(listed: list[Any], body: bytes) -> dict[str, Array]:
    arrays: dict[str, Array] = {}
    start = 0
    for entry in listed:
        name, dtype, shape = _checked_entry(entry)
        size = math.prod(shape) * np.dtype(STORAGE[dtype]).itemsize  # Python ints: no overflow
        if name in arrays or start + size > len(body):
            raise WireError(f"array {name!r} does not fit its message")
        arrays[name] = Array(dtype, shape, body[start : start + size])
        start += size
    if start != len(body):
        raise WireError("a message has bytes that belong to no array")
    return arrays


def _checked_entry(entry: Any) -> tuple[str, str, tuple[int, ...]]:
    if not (isinstance(entry, list) and len(entry) == 3):
        raise WireError("a message lists an array wrongly")
    name, dtype, shape = entry
    if not isinstance(name, str) or len(name) > 400:
        raise WireError("a message names an array wrongly")
    if not isinstance(dtype, str) or dtype not in STORAGE:
        raise WireError(f"array {name!r} has a dtype that cannot be sent")
    if not isinstance(shape, list) or not is_shape(shape):
        raise WireError(f"array {name!r} has a wrong shape")
    return name, dtype, tuple(shape)


def is_shape(dims: Sequence[Any]) -> bool:
    """Whether these are the dimensions of an array that could be sent."""
    if len(dims) > MAX_NDIM or not all(type(n) is int and n >= 0 for n in dims):
        return False
    size: int = math.prod(n for n in dims if n)
    return size <= MAX_BODY  # numpy refuses more even where a 0 leaves no data
