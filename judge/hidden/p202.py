"""Problem 202: calls, the formulas as oracle, and cases."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from ..records import Case, Inputs, Json
from .common import REFUSED
from .named_calls import Call, answered, named_calls

Rng = np.random.Generator
Calls = Callable[[Rng], Sequence[Call]]


def ring_bytes(num_bytes: int, tp_size: int) -> Json:
    """The oracle: each step moves one part, and there are 2 * (tp_size - 1) steps."""
    if tp_size < 1:
        return REFUSED
    return float(Fraction(num_bytes, tp_size) * (tp_size - 1) * 2)


def all_reduce_seconds(num_bytes: int, tp_size: int, bandwidth: float, latency: float) -> float:
    return float(latency + ring_bytes(num_bytes, tp_size) / bandwidth) if tp_size > 1 else 0.0


def decode_step(
    num_layers: int, hidden_size: int, batch_size: int, bytes_per_number: int, tp_size: int,
    bandwidth: float, latency: float,
) -> dict[str, Json]:  # fmt: skip
    message = batch_size * hidden_size * bytes_per_number
    one = all_reduce_seconds(message, tp_size, bandwidth, latency)
    return {
        "all_reduces": 2 * num_layers if tp_size > 1 else 0,
        "message_bytes": message,
        "seconds": 2 * num_layers * one,
        "latency_share": latency / one if one else 0.0,
    }


_ORACLES: dict[str, Callable[..., Json]] = {
    "ring_bytes": ring_bytes,
    "all_reduce_seconds": all_reduce_seconds,
    "decode_step": decode_step,
}
_TASKS = {name: f"p202.{number}" for number, name in enumerate(_ORACLES, 1)}


def _case(name: str, function: str, title: str, calls: Calls, visible: bool = False) -> Case:
    """Calls, new for each seed."""

    def make(rng: Rng, tp: int) -> Inputs:
        inputs = answered(_ORACLES[function], calls(rng))(rng, tp)
        return replace(inputs, params={**inputs.params, "function": function})

    check = named_calls(function)
    task, full = _TASKS[function], f"{function}, {title}"
    return Case(name, task, full, "calls", make, check, (1,), visible, alone=True)


def _several(rng: Rng) -> int:
    return int(rng.integers(2, 33))


def _bytes(rng: Rng) -> list[Call]:
    """Parts of whole bytes, on 2 ranks and on more; then one byte more than divides."""
    sizes = [(2, 0), (_several(rng), 0), (int(rng.choice([3, 6, 7, 12])), 1)]
    return [
        {"num_bytes": size * int(rng.integers(3, 900)) + more, "tp_size": size}
        for size, more in sizes
    ]


def _timed(rng: Rng, size: int) -> dict[str, Any]:
    return {
        "tp_size": size,
        "bandwidth": float(rng.integers(20, 900)) * 1e9,
        "latency": float(rng.integers(1, 40)) * 1e-6,
    }


def _seconds(rng: Rng) -> list[Call]:
    """A message that counts beside the latency, and an empty one."""
    size = _several(rng)
    large = int(rng.integers(1, 64)) << 20
    return [{"num_bytes": n, **_timed(rng, size)} for n in (large, 0)]


def _alone(rng: Rng) -> list[Call]:
    return [{"num_bytes": int(rng.integers(1, 64)) << 20, **_timed(rng, 1)}]


def _step(rng: Rng, size: int) -> Call:
    return {
        "num_layers": int(rng.integers(3, 90)),
        "hidden_size": 128 * int(rng.integers(3, 90)),
        "batch_size": int(rng.integers(2, 300)),
        "bytes_per_number": int(rng.choice([1, 2, 4])),
        **_timed(rng, size),
    }


_LLAMA = {
    "num_layers": 80, "hidden_size": 8192, "batch_size": 64, "bytes_per_number": 2, "tp_size": 8,
    "bandwidth": 450e9, "latency": 5e-6,
}  # fmt: skip
_LLAMA_ONE = {"num_bytes": 1 << 20, "tp_size": 8, "bandwidth": 450e9, "latency": 5e-6}

CASES = (
    _case("bytes-example", "ring_bytes", "1 MiB on 8 ranks",
          lambda rng: [{"num_bytes": 1 << 20, "tp_size": 8}], True),
    _case("bytes", "ring_bytes", "parts of whole bytes, and of no whole bytes", _bytes),
    _case("bytes-one-rank", "ring_bytes", "a single rank",
          lambda rng: [{"num_bytes": int(rng.integers(9, 999)), "tp_size": 1}]),
    _case("bytes-refused", "ring_bytes", "no ranks",
          lambda rng: [{"num_bytes": int(rng.integers(9, 999)), "tp_size": 0}]),
    _case("seconds-example", "all_reduce_seconds", "1 MiB on 8 ranks",
          lambda rng: [_LLAMA_ONE], True),
    _case("seconds", "all_reduce_seconds", "large and empty", _seconds),
    _case("seconds-one-rank", "all_reduce_seconds", "a single rank", _alone),
    _case("step-example", "decode_step", "Llama-3.1-70B on 8 ranks", lambda rng: [_LLAMA], True),
    _case("step", "decode_step", "other models, one without latency",
          lambda rng: [_step(rng, 2), {**_step(rng, _several(rng)), "latency": 0.0}]),
    _case("step-one-rank", "decode_step", "a single rank", lambda rng: [_step(rng, 1)]),
)  # fmt: skip
