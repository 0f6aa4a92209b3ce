"""How chapter 12's endpoint and stream are used: the application in this process, without a socket.

The model and the batch loop behind it are fake: the text of every answer is made up beforehand.
"""

from __future__ import annotations

import asyncio
import inspect
import json
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

from ..work import ContractViolation

_LIMIT_S = 3.0
_TURNS = 30  # of the event loop, in which everything happens that can happen

PATHS = {"text": "/v1/completions", "chat": "/v1/chat/completions"}


def _answers(learner: Any, lengths: list[int]) -> Any:
    """A request's answers, one for each prompt of these many tokens."""
    module = learner.chapter("ch12_serving.answer")
    params = learner.chapter("ch11_qwen3.sampling_params").SamplingParams(max_tokens=99)
    return module.AnswerSet([([1] * n, params) for n in lengths], [], str, frozenset())


def _put(learner: Any, asked: Any, piece: Any) -> None:
    """One piece of text, which is one token; or an error."""
    errors = learner.chapter("ch12_serving.errors")
    if piece == "fails":
        asked._pieces.put_nowait(errors.ranks_failed(LookupError("a rank has died")))
        return
    index, text, reason = piece
    asked.answers[index].num_tokens += 1
    module = learner.chapter("ch12_serving.answer")
    asked._pieces.put_nowait(module.Piece(index, text, reason))


class FakeModel:
    """Has an answer for whatever is asked."""

    name = "fake"

    def __init__(self, learner: Any, lengths: list[int]) -> None:
        self.learner, self.lengths = learner, lengths

    def completion(self, body: Any) -> Any:
        return _answers(self.learner, self.lengths)

    chat = completion


class FakeBatchLoop:
    """Refuses, or puts prepared pieces on the queue of what is submitted, one after the other."""

    error, is_closing = None, False
    scheduler = SimpleNamespace(running={}, waiting=[])

    def __init__(self, learner: Any, params: Any) -> None:
        self.learner, self.params = learner, params
        self.log: list[str] = []
        self.gone = asyncio.Event()  # set: the client has closed the connection

    def submit(self, asked: Any) -> None:
        self.log.append("submit")
        errors = self.learner.chapter("ch12_serving.errors")
        refusals = {
            "queue_full": lambda: errors.queue_full(3),
            "shutting_down": errors.shutting_down,
            "too_many_prompts": lambda: errors.too_many_prompts(7),
        }
        if refusal := self.params["refusal"]:
            raise refusals[refusal]()
        self.feeding = asyncio.create_task(self._feed(asked))

    async def _feed(self, asked: Any) -> None:
        for piece in self.params["pieces"]:
            await asyncio.sleep(0)
            _put(self.learner, asked, piece)
        for _ in range(_TURNS):
            await asyncio.sleep(0)
        if self.params["gone"]:
            self.gone.set()

    def drop(self, asked: Any) -> None:
        if self.log[-1:] != ["drop"]:
            self.log.append("drop")


async def _plain_events(asked: Any, bodies: Any, include_usage: Any) -> AsyncIterator[str]:
    """In the place of `events`: the texts alone."""
    yield f"usage {include_usage}\n\n"
    async for piece in asked.pieces():
        yield f"{piece.index} {piece.text}\n\n"


def endpoint(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """One request to the application; `events` is a plain one."""
    app = learner.chapter("ch12_serving.app")
    real, app.events = app.events, _plain_events
    try:
        return asyncio.run(_endpoint(learner, app, inputs.params))
    finally:
        app.events = real


async def _endpoint(learner: Any, app: Any, params: Any) -> dict[str, Any]:
    batch_loop = FakeBatchLoop(learner, params)
    made = app.create_app(FakeModel(learner, params["lengths"]), batch_loop)
    got: list[Any] = []
    call = asyncio.create_task(_call(made, params, batch_loop.gone, got))
    done, _ = await asyncio.wait([call], timeout=_LIMIT_S)
    log = list(batch_loop.log)
    call.cancel()
    raised = call.exception() if done else None
    if isinstance(raised, NotImplementedError | ContractViolation):
        raise raised
    found = {"returns": bool(done), "batch loop": log}
    if raised is not None:
        found["raised"] = f"{type(raised).__name__}: {raised}"[:200]
    return found if params["gone"] else found | _response(got)


async def _call(app: Any, params: Any, gone: asyncio.Event, got: list[Any]) -> None:
    """One HTTP request as a server hands it to an application."""
    fields = {"prompt": "?", "stream": params["stream"]}
    if params["usage"]:
        fields["stream_options"] = {"include_usage": True}
    unread = [{"type": "http.request", "body": json.dumps(fields).encode()}]
    path = PATHS[params["kind"]]

    async def receive() -> dict[str, Any]:
        if unread:
            return unread.pop()
        await gone.wait()
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        got.append(message)
        await asyncio.sleep(0)

    scope = {
        "type": "http", "asgi": {"version": "3.0", "spec_version": "2.3"}, "http_version": "1.1",
        "method": "POST", "scheme": "http", "path": path, "raw_path": path.encode(),
        "query_string": b"", "root_path": "", "headers": [(b"content-type", b"application/json")],
        "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80),
    }  # fmt: skip
    await app(scope, receive, send)


def _response(got: list[Any]) -> dict[str, Any]:
    """Status, the headers that matter, and the body without what differs from run to run."""
    starts = [message for message in got if message["type"] == "http.response.start"]
    if not starts:
        return {"status": None}
    headers = {name.decode().lower(): value.decode() for name, value in starts[0]["headers"]}
    bodies = [message.get("body", b"") for message in got[1:]]
    found: dict[str, Any] = {"status": starts[0]["status"]}
    found["type"] = headers.get("content-type", "").partition(";")[0]
    found["retry after"] = headers.get("retry-after")
    text = b"".join(bodies).decode(errors="replace")
    try:
        body = json.loads(text)
    except ValueError:
        return found | {"body": text}
    if isinstance(body, dict):
        body = {name: value for name, value in body.items() if name not in ("id", "created")}
    return found | {"body": body}


# streaming


def stream(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """The events of one stream, as they come out while the pieces go in."""
    return asyncio.run(_stream(learner, inputs.params))


async def _stream(learner: Any, params: Any) -> dict[str, Any]:
    module = learner.chapter("ch12_serving.bodies")
    bodies = {"text": module.Bodies, "chat": module.ChatBodies}[params["kind"]]("fake")
    asked = _answers(learner, params["lengths"])
    opened = learner.events(asked, bodies, params["usage"])
    if inspect.iscoroutine(opened):
        await opened  # an unwritten one raises here
        raise ContractViolation("events is no generator: it has no yield.")
    out: list[Any] = []
    reading = asyncio.create_task(_read(opened, out))
    told = []
    for piece in [None, *params["pieces"]]:
        if piece is not None:
            _put(learner, asked, piece)
        for _ in range(_TURNS):
            await asyncio.sleep(0)
        told.append(_shown("".join(map(str, out))))
        out.clear()
    ended = reading.done()
    reading.cancel()
    if ended and not reading.cancelled() and (error := reading.exception()):
        raise error
    return {"told": told, "ended": ended}


async def _read(opened: Any, out: list[Any]) -> None:
    async for text in opened:
        out.append(text)


def _shown(text: str) -> list[str]:
    """Server-sent events in short words."""
    parts = text.split("\n\n")
    last = parts.pop()
    return [_short(part) for part in parts] + ([f"no end of line after {last!r}"] if last else [])


def _short(event: str) -> str:
    if event == "data: [DONE]":
        return "DONE"
    try:
        body = json.loads(event.removeprefix("data: ")) if event.startswith("data: ") else None
    except ValueError:
        body = None
    if not isinstance(body, dict):
        return f"no event: {event!r}"
    if "error" in body:
        return f"error {body['error'].get('code')}"
    choices = body.get("choices", [])
    usage = f", usage {json.dumps(body['usage'])}" if "usage" in body else ""
    return (" and ".join(map(_choice, choices)) or "no choices") + usage


def _choice(choice: Any) -> str:
    delta = choice.get("delta")
    text = choice.get("text") if delta is None else json.dumps(delta, ensure_ascii=False)
    end = f", {choice['finish_reason']}" if choice.get("finish_reason") else ""
    return (
        f"prompt {choice.get('index')}: {text!r}{end}"
        if delta is None
        else (f"prompt {choice.get('index')}: {text}{end}")
    )
