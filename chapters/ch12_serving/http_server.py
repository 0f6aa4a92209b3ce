"""The web server: listens, prints its address, and ends in the right order.

First no new connection is taken, then what is in flight finishes or is refused, then the server
stops. The ranks end last, and not here.
"""

import asyncio
import contextlib
import signal
import socket

import uvicorn
from fastapi import FastAPI

from .batch_loop import BatchLoop

# How long an idle connection stays open. Longer than clients keep one, httpx 5 seconds: who ends it
# first must not be the one who does not know whether a request is on its way.
KEEP_ALIVE_S = 60
LEAVE_S = 2.0  # what connections and the last step of the ranks may take beyond the grace


def bind(host: str, port: int) -> socket.socket:
    """A socket bound to this address, not yet listening: nobody connects before all is ready."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
    except (OSError, OverflowError) as error:
        listener.close()
        raise ValueError(f"cannot listen at {host} port {port}: {error}") from None
    return listener


def address_of(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


class HttpServer(uvicorn.Server):
    """uvicorn's server, which tells its address and leaves signals to `serve`."""

    def __init__(self, app: FastAPI, name: str, limit_s: float):
        """name: of the model. limit_s: how long open connections may take when it ends."""
        config = uvicorn.Config(app, log_level="warning", lifespan="off")
        config.timeout_keep_alive = KEEP_ALIVE_S
        config.timeout_graceful_shutdown = int(limit_s + LEAVE_S)
        super().__init__(config)
        self.name = name

    def capture_signals(self) -> contextlib.AbstractContextManager[None]:
        return contextlib.nullcontext()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        print(f"serving {self.name} at {address_of(sockets[0])}", flush=True)


async def serve(
    app: FastAPI, batch_loop: BatchLoop, listener: socket.socket, name: str, grace_s: float
) -> None:
    """Serve until SIGTERM or SIGINT, or until the ranks fail: batch_loop.error is theirs then.

    The first signal gives what runs grace_s seconds to finish, the second one ends it at once.
    """
    server = HttpServer(app, name, grace_s)
    steps = asyncio.create_task(batch_loop.run())

    def stop() -> None:
        server.should_exit = True
        batch_loop.close(grace_s)

    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop)
    steps.add_done_callback(lambda _: setattr(server, "should_exit", True))
    await server.serve([listener])
    # Nobody waits for tokens now. A step that hangs is left to whoever ends the ranks.
    await asyncio.wait([steps], timeout=LEAVE_S)
    steps.cancel()
