"""The web application: its endpoints, and how an answer gets out, whole or as a stream.

An answer is dropped from the batch as soon as its client has gone, whatever happens on the way.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable

from fastapi import FastAPI, Request, Response
from fastapi.responses import JSONResponse, StreamingResponse
from starlette.types import Receive, Scope, Send

from . import error_handlers
from .answer import AnswerSet
from .batch_loop import BatchLoop
from .bodies import DONE, Bodies, ChatBodies, event
from .body_limit import BodyLimit
from .errors import ApiError
from .protocol import ChatRequest, CompletionRequest, GenerationRequest
from .served_model import ServedModel


async def unless_gone(request: Request, work: Awaitable[object]) -> object | None:
    """The result of work, or None as soon as the client has closed the connection."""

    async def gone() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass

    tasks = [asyncio.ensure_future(work), asyncio.ensure_future(gone())]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        return tasks[0].result() if tasks[0].done() else None
    finally:
        for task in tasks:
            task.cancel()


async def events(answers: AnswerSet, bodies: Bodies, include_usage: bool) -> AsyncIterator[str]:
    """The stream of one response, event by event: each piece as soon as it is there.

    bodies.opening comes first, a chunk for each piece follows, DONE is last. With include_usage
    all of these bodies, those of the opening too, have "usage": None, and bodies.last_chunk comes
    before DONE. An ApiError is sent as an event of its body, and ends the stream without DONE:
    there is no status code to change.
    """
    extra = {"usage": None} if include_usage else {}  # in all events but the last
    for body in bodies.opening(len(answers.answers)):
        yield event(body | extra)
    try:
        async for piece in answers.pieces():
            yield event(bodies.chunk(piece) | extra)
    except ApiError as error:
        yield event(error.body())
        return
    if include_usage:
        yield event(bodies.last_chunk(answers.usage()))
    yield DONE


class EventStream(StreamingResponse):
    """Server-sent events; the answers are dropped when the stream ends, also when it never began.

    The framework cancels it when the client closes the connection.
    """

    def __init__(self, content: AsyncIterator[str], answers: AnswerSet, batch_loop: BatchLoop):
        super().__init__(content, media_type="text/event-stream")
        self.answers = answers
        self.batch_loop = batch_loop

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self.batch_loop.drop(self.answers)


async def respond(
    request: Request,
    body: GenerationRequest,
    answers: AnswerSet,
    bodies: Bodies,
    batch_loop: BatchLoop,
) -> Response:
    """Submit the answers to the batch loop, and respond with them.

    With body.stream an EventStream of `events`. Else a JSONResponse of bodies.full, when all
    answers are complete: answers.collect, unless_gone. Then, or when the client has gone, or on an
    error, the answers are dropped from the batch loop. The response to nobody may be any.
    Raises ApiError when the batch loop takes no more, or fails. What submit refuses is not in the
    batch: then drop is not called.
    """
    batch_loop.submit(answers)
    if body.stream:
        return EventStream(events(answers, bodies, body.include_usage), answers, batch_loop)
    try:
        pieces = await unless_gone(request, answers.collect())
    finally:
        batch_loop.drop(answers)
    return Response() if pieces is None else JSONResponse(bodies.full(pieces, answers.usage()))


def create_app(model: ServedModel, batch_loop: BatchLoop) -> FastAPI:
    """The application that answers for this model."""
    app = FastAPI(title=f"{model.name}, served tensor-parallel")
    app.add_middleware(BodyLimit)
    error_handlers.install(app)
    card = {"id": model.name, "object": "model", "created": 0, "owned_by": "local"}

    @app.post("/v1/completions")
    async def completions(body: CompletionRequest, request: Request) -> Response:
        answers = model.completion(body)
        return await respond(request, body, answers, Bodies(model.name), batch_loop)

    @app.post("/v1/chat/completions")
    async def chat_completions(body: ChatRequest, request: Request) -> Response:
        answers = model.chat(body)
        return await respond(request, body, answers, ChatBodies(model.name), batch_loop)

    @app.get("/v1/models")
    async def models() -> dict:
        return {"object": "list", "data": [card]}

    @app.get("/v1/models/{name:path}")
    async def one_model(name: str) -> dict:
        model.check_name(name)
        return card

    @app.get("/health")
    async def health() -> JSONResponse:
        is_well = batch_loop.error is None and not batch_loop.is_closing
        scheduler = batch_loop.scheduler
        counts = {"running": len(scheduler.running), "waiting": len(scheduler.waiting)}
        status = {"status": "ok" if is_well else "ending"}
        return JSONResponse(status | counts, 200 if is_well else 503)

    return app
