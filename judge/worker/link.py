"""A rank's end of the socket to the judge, and where in the learner's code we are."""

from __future__ import annotations

import os
import select
import socket
import sys
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import FrameType
from typing import Any

import torch

from .. import wire

_TORCH_NAMES = {str(dtype).removeprefix("torch."): dtype for dtype in (
    torch.float64, torch.float32, torch.float16, torch.bfloat16, torch.int64, torch.int32,
    torch.int16, torch.int8, torch.uint8, torch.bool, torch.complex64, torch.complex128,
)}  # fmt: skip

_MOST_COMPARED = 1 << 20  # bytes
_DRIVES = os.path.join(os.path.dirname(__file__), "drives") + os.sep


class Link:
    """Frames to and from the judge. Blocking; used by the rank's main thread only."""

    def __init__(self, sock: socket.socket) -> None:
        self._sock = sock
        self._decoder = wire.Decoder()
        self._frames: list[tuple[Any, dict[str, wire.Array]]] = []
        self._done: dict[int, dict[str, wire.Array]] = {}
        self._handles = 0
        self.issued = 0  # collectives since the case began
        self._process = os.getpid()
        self._thread = threading.get_ident()

    def mine(self) -> bool:
        """Whether this is the rank's own process and thread; a fork inherits the socket."""
        return (os.getpid(), threading.get_ident()) == (self._process, self._thread)

    def send(self, message: Any, arrays: Mapping[str, wire.Array] | None = None) -> None:
        if os.getpid() != self._process:
            os._exit(0)  # a process that the learner's code forked, and let run on to here
        self._sock.sendall(wire.encode(message, arrays))

    def receive(self) -> tuple[Any, dict[str, wire.Array]]:
        """The next frame. The judge's going away ends this process."""
        while not self._frames:
            data = self._sock.recv(1 << 20)
            if not data:
                os._exit(0)
            self._frames += self._decoder.feed(data)
        return self._frames.pop(0)

    def next_request(self) -> tuple[Any, dict[str, wire.Array]]:
        """To run a case, or to load again. What still arrives for the last case is dropped."""
        message, arrays = self.receive()
        while message.get("kind") not in ("run", "load"):
            message, arrays = self.receive()
        self._done.clear()
        self.issued = 0
        return message, arrays

    def issue(self, call: dict[str, Any], arrays: Mapping[str, wire.Array]) -> int:
        """Start a collective; returns its handle."""
        self._handles += 1
        self.issued += 1
        self.send({"kind": "issue", "handle": self._handles, **call}, arrays)
        return self._handles

    def wait(self, handle: int) -> list[wire.Array]:
        """Block until the collective is complete; returns what this rank received."""
        self.send({"kind": "wait", "handle": handle})
        while handle not in self._done:
            self._take()
        return list(self._done.pop(handle).values())

    def arrived(self, handle: int) -> bool:
        """Whether the collective is complete; does not block."""
        while handle not in self._done and (self._frames or self._readable()):
            self._take()
        return handle in self._done

    def _take(self) -> None:
        message, arrays = self.receive()
        self._done[message["handle"]] = arrays

    def _readable(self) -> bool:
        return bool(select.select([self._sock], [], [], 0)[0])


def to_wire(tensor: torch.Tensor) -> wire.Array:
    """A plain tensor's values in logical order. Raises TypeError for what has no plain data."""
    name = str(tensor.dtype).removeprefix("torch.")
    if tensor.device.type != "cpu":
        raise TypeError(f"a tensor on device {tensor.device} holds no values here")
    if tensor.layout != torch.strided or name not in _TORCH_NAMES:
        layout = str(tensor.layout).removeprefix("torch.")
        raise TypeError(f"a {layout} tensor of {name} cannot be sent")
    # a clone: one element may have any stride and be called contiguous, yet not be viewed as bytes
    plain = tensor.detach().reshape(-1).clone(memory_format=torch.contiguous_format)
    data = plain.view(torch.uint8).numpy().tobytes() if plain.numel() else b""
    return wire.Array(name, tuple(tensor.shape), data)


def is_changed(tensor: torch.Tensor, sent: wire.Array) -> bool:
    """Whether a small tensor no longer holds what was sent; a network may send it late."""
    return len(sent.data) <= _MOST_COMPARED and to_wire(tensor) != sent


def from_wire(array: wire.Array) -> torch.Tensor:
    """A tensor with its own memory."""
    dtype = _TORCH_NAMES[array.dtype]
    if not array.data:
        return torch.empty(array.shape, dtype=dtype)
    return torch.frombuffer(bytearray(array.data), dtype=dtype).reshape(array.shape)


@dataclass(frozen=True)
class Entered:
    """A call by which a drive is in the learner's code."""

    frame: FrameType  # of what the drive called
    name: str  # of the learner's outermost function

    def is_over(self) -> bool:
        """Whether it has returned: its frame is not on the stack."""
        return not any(frame is self.frame for frame in _stack())


def _stack() -> Iterator[FrameType]:
    """The frames that run now, the innermost first."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        yield frame
        frame = frame.f_back


class Places:
    """Finds the learner's lines in a stack. `own` is the folder of the problem, below `root`.

    Lines of the problem's own files are preferred: an earlier chapter is only passed through.
    """

    def __init__(self, root: str, own: str) -> None:
        self._root = root.rstrip(os.sep) + os.sep
        self._own = own.rstrip(os.sep) + os.sep

    def entered(self) -> Entered | None:
        """The drive's call that is running now; None when no drive is."""
        called: FrameType | None = None
        before: FrameType | None = None
        name = "the code"
        for frame in _stack():
            file_name = frame.f_code.co_filename
            if self.owns(file_name):
                name = frame.f_code.co_name
            in_drive = file_name.startswith(_DRIVES)
            if (
                in_drive
                and before is not None
                and not before.f_code.co_filename.startswith(_DRIVES)
            ):
                called = before
            before = frame
        return Entered(called, name) if called is not None else None

    def here(self) -> list[Any] | None:
        """The innermost line of the learner's code that is running now."""
        innermost: FrameType | None = None
        for frame in _stack():
            file_name = frame.f_code.co_filename
            if file_name.startswith(self._own):
                innermost = frame
                break
            if innermost is None and file_name.startswith(self._root):
                innermost = frame
        if innermost is None:
            return None
        code = innermost.f_code
        return self.place(code.co_filename, innermost.f_lineno, code.co_name)

    def innermost(self, places: list[list[Any]]) -> list[Any] | None:
        """The same choice among the places of a traceback, outermost first."""
        own = self._own.removeprefix(self._root)
        mine = [place for place in places if place[0].startswith(own)]
        chosen = mine or places
        return chosen[-1] if chosen else None

    def owns(self, file_name: str) -> bool:
        return file_name.startswith(self._root)

    def place(self, file_name: str, line: int, function: str) -> list[Any]:
        """[file relative to the root, line, function], as the judge is told it."""
        return [file_name.removeprefix(self._root), line, function]
