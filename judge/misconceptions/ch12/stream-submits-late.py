"""The code submits a stream's request when the stream begins to send.

Why: Inside the generator everything is in one place. But by then the status 200 is on its way: a
full queue cannot be told any more.

Look: When is the first byte of the response sent, and when does submit say no?
"""


async def late_events(
    answers: AnswerSet, bodies: Bodies, include_usage: bool, batch_loop: BatchLoop
) -> AsyncIterator[str]:
    try:
        batch_loop.submit(answers)
    except ApiError as error:
        yield event(error.body())
        return
    async for text in events(answers, bodies, include_usage):
        yield text


async def respond(
    request: Request,
    body: GenerationRequest,
    answers: AnswerSet,
    bodies: Bodies,
    batch_loop: BatchLoop,
) -> Response:
    if body.stream:
        stream = late_events(answers, bodies, body.include_usage, batch_loop)
        return EventStream(stream, answers, batch_loop)
    batch_loop.submit(answers)
    try:
        pieces = await unless_gone(request, answers.collect())
    finally:
        batch_loop.drop(answers)
    return Response() if pieces is None else JSONResponse(bodies.full(pieces, answers.usage()))
