"""The response is made in branches; events are written with a flag."""


async def respond(
    request: Request,
    body: GenerationRequest,
    answers: AnswerSet,
    bodies: Bodies,
    batch_loop: BatchLoop,
) -> Response:
    batch_loop.submit(answers)
    if not body.stream:
        try:
            pieces = await unless_gone(request, answers.collect())
            if pieces is None:
                return JSONResponse({}, 499)
            return JSONResponse(bodies.full(pieces, answers.usage()), status_code=200)
        finally:
            batch_loop.drop(answers)
    stream = events(answers, bodies, include_usage=body.include_usage)
    return EventStream(stream, answers=answers, batch_loop=batch_loop)


async def events(answers: AnswerSet, bodies: Bodies, include_usage: bool) -> AsyncIterator[str]:
    def with_null(chunk: dict) -> str:
        if include_usage:
            chunk = {**chunk, "usage": None}
        return event(chunk)

    for body in bodies.opening(len(answers.answers)):
        yield with_null(body)
    failed = None
    try:
        async for piece in answers.pieces():
            yield with_null(bodies.chunk(piece))
    except ApiError as error:
        failed = error
    if failed is not None:
        yield event(failed.body())
    else:
        last = event(bodies.last_chunk(answers.usage())) if include_usage else ""
        yield last + DONE
