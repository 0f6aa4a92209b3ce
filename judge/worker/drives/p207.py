"""How problem 207 is exercised: frames in one process, then calls from rank 0 to all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import torch

from ...wire import described
from .common import kind_of, outcome


def cut(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """The frames of payloads, each as a tensor of its bytes."""
    found = _cut(learner, inputs, "payload", "")
    number = 2
    while f"payload {number}" in inputs:
        found |= _cut(learner, inputs, f"payload {number}", f" of payload {number}")
        number += 1
    return found


def _cut(learner: Any, inputs: Any, name: str, of: str) -> dict[str, Any]:
    frames = learner.to_frames(_bytes(inputs[name]), inputs.params["frame_size"])
    if not isinstance(frames, list | tuple):
        return {f"number of frames{of}": kind_of(frames)}
    found: dict[str, Any] = {f"number of frames{of}": len(frames)}
    return found | {f"frame {i}{of}": _tensor(frame) for i, frame in enumerate(frames[:64])}


def refused(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    size = inputs.params["frame_size"]
    return {"outcome": outcome(lambda: described(f"{len(learner.to_frames(b'abc', size))} frames"))}


def join(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """The payloads of frames that follow each other, and how many were taken for each."""
    taken = 0

    def coming() -> Iterator[bytes]:
        nonlocal taken
        for i in range(inputs.params["frames"]):
            taken += 1
            yield _bytes(inputs[f"frame {i}"])

    frames, found = coming(), {}
    for number in range(inputs.params["payloads"]):
        before = taken
        found[f"payload {number}"] = _tensor(learner.from_frames(frames))
        found[f"frames taken for payload {number}"] = taken - before
    return found


def calls(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """One call after the other, as every rank gets it."""
    found: dict[str, Any] = {}
    for number in range(inputs.params["num_calls"]):
        mine = tuple(inputs.params["calls"][number]) if group.rank == 0 else None
        found[f"call {number}"] = learner.broadcast_call(mine, inputs.params["frame_size"])
    return found


def long_call(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """Very many token ids; they come back as a tensor."""
    mine = ("generate", [inputs["ids"].tolist()]) if group.rank == 0 else None
    method, args = learner.broadcast_call(mine, inputs.params["frame_size"])
    return {"method": method, "ids": torch.tensor(args[0])}


def _bytes(tensor: torch.Tensor) -> bytes:
    return bytes(tensor.numpy().tobytes())


def _tensor(data: Any) -> Any:
    """Bytes as a tensor; anything else as it is, to be named by its type."""
    if not isinstance(data, bytes | bytearray):
        return data
    return torch.tensor(list(data), dtype=torch.uint8)
