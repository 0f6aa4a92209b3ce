"""A stream that drops its answers itself, and a wait for whatever comes first."""


async def dropping(
    stream: AsyncIterator[str], answers: AnswerSet, batch_loop: BatchLoop
) -> AsyncIterator[str]:
    try:
        async for text in stream:
            yield text
    finally:
        batch_loop.drop(answers)


async def respond(
    request: Request,
    body: GenerationRequest,
    answers: AnswerSet,
    bodies: Bodies,
    batch_loop: BatchLoop,
) -> Response:
    batch_loop.submit(answers)
    if body.stream:
        stream = dropping(events(answers, bodies, body.include_usage), answers, batch_loop)
        return EventStream(stream, answers, batch_loop)
    collecting = asyncio.create_task(answers.collect())
    try:
        if await unless_gone(request, asyncio.shield(collecting)) is None:
            return Response(status_code=204)
    finally:
        collecting.cancel()
        batch_loop.drop(answers)
    return JSONResponse(bodies.full(collecting.result(), answers.usage()))
