"""wrong_answer: a stream that is cut short is not dropped"""


async def dropping(
    stream: AsyncIterator[str], answers: AnswerSet, batch_loop: BatchLoop
) -> AsyncIterator[str]:
    async for text in stream:
        yield text
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
        return StreamingResponse(stream, media_type="text/event-stream")
    try:
        pieces = await unless_gone(request, answers.collect())
    finally:
        batch_loop.drop(answers)
    return Response() if pieces is None else JSONResponse(bodies.full(pieces, answers.usage()))
