"""The judge's end of one rank: its socket, the pipe it prints to, and what it has said.

Non-blocking throughout: a rank that floods, or that never reads, does not stop the judge.
"""

from __future__ import annotations

import contextlib
import os
import socket
from collections.abc import Iterator
from typing import Any

from . import wire
from .errors import WireError
from .facts import Ending, Loading

MAX_OUTPUT = 8 << 20  # bytes a rank may print in its life
MAX_UNREAD = 512 << 20  # bytes of replies it has not taken
_KEPT_OUTPUT = 16 << 10
_AT_A_TIME = 256 << 10  # bytes read before the other ranks have their turn
MALFORMED = (
    WireError, LookupError, TypeError, ValueError, OverflowError, AttributeError,
)  # fmt: skip

Frame = tuple[Any, dict[str, wire.Array]]


class RankEnd:
    """What the judge knows of one rank process."""

    def __init__(self, sock: socket.socket, output: int) -> None:
        sock.setblocking(False)
        os.set_blocking(output, False)
        self.sock, self.output = sock, output
        self.queue = bytearray()  # what the socket has not taken yet
        self.printed, self.tail = 0, b""
        self.loaded: Loading | None = None
        self.exit: int | None = None  # wait status
        self.token = ""  # of the case under way: an answer must repeat it
        self._decoder = wire.Decoder()
        self.begin("")

    def begin(self, token: str) -> None:
        """Forget the last case."""
        self.token = token
        self.ending: Ending | None = None
        self.bad_frame = ""
        self.tail = b""

    def frames(self) -> Iterator[Frame]:
        """What has arrived. Raises EOFError when the rank has hung up."""
        received = 0
        with contextlib.suppress(BlockingIOError):
            while received < _AT_A_TIME:
                try:
                    data = self.sock.recv(1 << 20)
                except ConnectionError:
                    data = b""
                if not data:
                    raise EOFError
                received += len(data)
                yield from self._decoder.feed(data)

    def hear(self, handle: Any) -> bool:
        """Give each frame to `handle(message, arrays)`. False when nothing more can come."""
        try:
            for message, arrays in self.frames():
                handle(message, arrays)
        except EOFError:
            return False
        except MALFORMED as error:
            self.bad_frame = (str(error) or type(error).__name__)[:200]
            return False
        return True

    def flush(self) -> bool:
        """Send what is queued. True when some is left for later."""
        with contextlib.suppress(BlockingIOError, ConnectionError):
            while self.queue:
                sent = self.sock.send(memoryview(self.queue)[: 1 << 20])
                del self.queue[:sent]
        return bool(self.queue)

    def drain(self) -> bool:
        """Take what it printed; the end of it is kept. False when nothing more can come."""
        with contextlib.suppress(BlockingIOError):
            while self.printed <= MAX_OUTPUT:
                data = os.read(self.output, 1 << 16)
                if not data:
                    return False
                self.printed += len(data)
                self.tail = (self.tail + data)[-_KEPT_OUTPUT:]
        return True

    @property
    def text(self) -> str:
        """The end of what it printed."""
        return self.tail.decode("utf-8", "replace")

    @property
    def end(self) -> str:
        """How it ended: exited, unreadable for what it sent; or it is running."""
        if self.exit is not None:
            return "exited"
        return "unreadable" if self.bad_frame else "running"

    def close(self) -> None:
        self.sock.close()
        os.close(self.output)
