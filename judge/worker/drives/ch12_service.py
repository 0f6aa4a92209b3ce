"""The whole service of chapter 12: real ranks on gloo, a real server, clients on the loopback."""

from __future__ import annotations

import asyncio
import http.client
import json
import multiprocessing
import signal
import threading
from typing import Any

from .ch12_fakes import need

_LIMIT_S = 20.0
_CACHE_BYTES = 1 << 24
_GAPS = (
    "Scheduler.next_step", "Scheduler.deliver", "Scheduler.drop", "Answer.push", "BatchLoop.run",
    "BatchLoop.step", "choose_in_lockstep", "BatchRunner.update", "BatchRunner.advance", "respond",
    "events",
)  # fmt: skip


class Client(threading.Thread):
    """One request in a thread of its own: its text, its reason, its usage."""

    def __init__(self, port: int, fields: Any) -> None:
        super().__init__(daemon=True)
        self.port, self.fields = port, fields
        self.begun, self.text = threading.Event(), ""
        self.rest: dict[str, Any] = {}

    def run(self) -> None:
        try:
            self._ask()
        except Exception as error:
            self.rest = {"error": f"{type(error).__name__}: {error}"[:200]}
        finally:
            self.begun.set()

    def _ask(self) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=_LIMIT_S)
        headers = {"content-type": "application/json"}
        connection.request("POST", "/v1/completions", json.dumps(self.fields), headers)
        response = connection.getresponse()
        self.rest = {"status": response.status}
        if not self.fields.get("stream"):
            self._take(json.loads(response.read()))
            return
        for line in response:
            if line.startswith(b"data: {"):
                self._take(json.loads(line.removeprefix(b"data: ")))
                self.begun.set()

    def _take(self, body: Any) -> None:
        for choice in body.get("choices", []):
            self.text += choice["text"]
            self.rest["finish_reason"] = choice["finish_reason"]
        if body.get("usage"):
            self.rest["usage"] = body["usage"]

    def told(self) -> dict[str, Any]:
        return {"text": self.text, **self.rest}


class Noting:
    """The ranks; and how many joined the batch while the one that was there first was in it."""

    def __init__(self, ranks: Any) -> None:
        self.ranks = ranks
        self.first: int | None = None  # its slot
        self.is_there, self.num_joined = False, 0

    def call(self, method: str, *args: Any) -> Any:
        if method == "advance":
            left, joined = args
            self.is_there = self.is_there and self.first not in left
            self.num_joined += len(joined) if self.is_there else 0
            if joined and self.first is None:
                self.first, self.is_there = joined[0].slot, True
        return self.ranks.call(method, *args)


def service(learner: Any, inputs: Any, world: Any) -> dict[str, Any]:
    """Start everything, ask, and end it as Ctrl-C does."""
    need(learner, *_GAPS)
    params = inputs.params
    processes = learner.chapter("ch09_processes.processes")
    made = learner.chapter("ch12_serving.batch_runner").make_batch_runner
    args = (params["model"], "float32", _CACHE_BYTES, 4)
    before = set(multiprocessing.active_children())
    ranks = processes.RankProcesses(made, params["size"], "fork", args)
    try:
        found: dict[str, Any] = asyncio.run(_serve(learner, params, Noting(ranks)))
    finally:
        ranks.close()
    left = [child for child in multiprocessing.active_children() if child not in before]
    return found | {"ranks left": len(left)}


async def _serve(learner: Any, params: Any, ranks: Noting) -> dict[str, Any]:
    server = learner.chapter("ch12_serving.http_server")
    model = learner.chapter("ch12_serving.served_model").ServedModel(
        params["model"], ranks.call("get_max_length")
    )
    loop = learner.BatchLoop(ranks, learner.Scheduler(4, 8))
    app = learner.create_app(model, loop)
    with server.bind("127.0.0.1", 0) as listener:
        port = listener.getsockname()[1]
        serving = asyncio.create_task(server.serve(app, loop, listener, model.name, 2.0))
        try:
            await _until_open(port, serving)
            found = await asyncio.to_thread(_ask_all, port, params["first"], params["others"])
        finally:
            if not serving.done():
                signal.raise_signal(signal.SIGINT)
            await asyncio.wait([serving], timeout=_LIMIT_S)
    if loop.error is not None:
        raise loop.error
    return found | {"joined while the first one ran": ranks.num_joined}


async def _until_open(port: int, serving: asyncio.Task[None]) -> None:
    """Return when the server takes connections, or has ended."""
    while not serving.done():
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except ConnectionRefusedError:
            await asyncio.sleep(0.01)
        else:
            writer.close()
            return


def _ask_all(port: int, first: Any, others: list[Any]) -> dict[str, Any]:
    """A long stream; as soon as it has begun, the others."""
    long = Client(port, first)
    long.start()
    long.begun.wait(_LIMIT_S)
    short = [Client(port, fields) for fields in others]
    for client in short:
        client.start()
    for client in short:
        client.join(_LIMIT_S)
    still_runs = long.is_alive()
    long.join(_LIMIT_S)
    return {
        "others": [client.told() for client in short],
        "the first one still runs when they have ended": still_runs,
        "first": long.told(),
    }
